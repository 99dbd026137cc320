import { onceAborted } from '../../converser/ground/async/abort.ts';
import type { Clock } from '../../converser/ground/ports.ts';

export interface RequestEnds {
  readonly ended: AbortSignal;
  readonly leave?: () => void;
}

/** In milliseconds, for a client to read that its key was revoked. */
const farewell = 500;

/** A client that goes on without reading after its key was revoked is left, so that nothing of the request remains. */
export function endOfRequest(
  { ended, leave = () => {} }: RequestEnds,
  { revoked, clock }: { readonly revoked: AbortSignal; readonly clock: Pick<Clock, 'after'> },
): AbortSignal {
  const over = new AbortController();
  // The default reason would be an error with a stack trace.
  let stopTimer = () => {};
  const stopListening = onceAborted(revoked, () => {
    stopTimer = clock.after(farewell, leave);
    over.abort('over');
  });
  const end = () => {
    stopListening();
    stopTimer();
    over.abort('over');
  };
  if (ended.aborted) end();
  else ended.addEventListener('abort', end, { once: true });
  return over.signal;
}
