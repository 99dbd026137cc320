import { onceAborted } from './abort.ts';

/** Each look at a signal of `AbortSignal.any` asks all sources again, and each packet looks. */
export function stopWith(signal: AbortSignal): {
  readonly controller: AbortController;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  if (signal.aborted) stop();
  return { controller, release: onceAborted(signal, stop) };
}
