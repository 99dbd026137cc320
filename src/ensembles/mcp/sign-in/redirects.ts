/**
 * The browser's answer comes through the editor, or through a port of this machine.
 * Contract: `open` rejects if nothing can be received.
 */
export interface Redirects {
  open(signal: AbortSignal): Promise<RedirectReceiver>;
}

export interface RedirectReceiver {
  readonly url: string;
  /**
   * Refuses answers with another `state`.
   * Contract: rejects when the signal aborts.
   */
  receive(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  close(): Promise<void>;
}
