import { onceAborted } from './abort.ts';

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
  return { controller, release: onceAborted(signal, stop) };
}
