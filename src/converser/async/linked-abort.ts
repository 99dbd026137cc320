/**
 * A controller whose signal aborts with another one, until it is released.
 *
 * `AbortSignal.any` would be shorter, but each look at a signal of its making asks all of its sources again, and
 * everything that handles a packet looks.
 */
export function stopWith(signal: AbortSignal): {
  readonly controller: AbortController;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return { controller, release: () => signal.removeEventListener('abort', stop) };
}
