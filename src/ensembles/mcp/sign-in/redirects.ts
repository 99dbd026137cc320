/**
 * How a browser's answer to a sign-in gets back to us: through the editor, or through a port of this machine.
 *
 * Contract: `open` rejects where nothing can be received.
 */
export interface Redirects {
  open(signal: AbortSignal): Promise<RedirectReceiver>;
}

export interface RedirectReceiver {
  /** Where the browser is to be sent in the end. */
  readonly url: string;
  /**
   * What the browser brought for exactly this `state`; whatever comes with another one is refused and not told.
   *
   * Contract: rejects when the signal aborts.
   */
  receive(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  close(): Promise<void>;
}
