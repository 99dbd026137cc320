/**
 * How a browser's answer to a sign-in gets back to Converser: through the editor, or through a port of this machine.
 *
 * Contract: `open` rejects where nothing can be received.
 */
export interface Redirects {
  open(signal: AbortSignal): Promise<RedirectReceiver>;
}

export interface RedirectReceiver {
  /** The address that the browser is sent to in the end. */
  readonly url: string;
  /**
   * What the browser brought for exactly this `state`. It refuses anything with another one.
   *
   * Contract: rejects when the signal aborts.
   */
  receive(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  close(): Promise<void>;
}
