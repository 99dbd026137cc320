/** Contract: `open` rejects if nothing can be received. */
export interface Redirects {
  open(signal: AbortSignal): Promise<RedirectReceiver>;
}

export interface RedirectReceiver {
  readonly url: string;
  /** Contract: ignores answers with another `state`; rejects when the signal aborts. */
  receive(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  close(): Promise<void>;
}
