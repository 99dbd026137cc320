import { onceAborted } from './abort.ts';

/**
 * Like `AbortSignal.any`, whose every look asks all sources again; everything that handles a packet looks.
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
