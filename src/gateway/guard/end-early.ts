import { onceAborted } from '../../converser/ground/async/abort.ts';
import type { Clock } from '../../converser/ground/ports.ts';
import { type Client, keyRevoked } from './client-keys.ts';

export interface RequestEnds {
  /** Is aborted once the answer is sent, or the client has left. */
  readonly over: AbortController;
  readonly leave?: () => void;
  /** Is called once the client has its whole answer, or is gone. */
  readonly onClosed?: (call: () => void) => void;
}

interface EarlyEnds {
  readonly client: Client;
  readonly revoked: AbortSignal;
  readonly closing: AbortSignal;
  readonly clock: Pick<Clock, 'after'>;
}

/** In milliseconds, for a client to read that its key was revoked. */
const farewell = 500;

/** A client that goes on without reading after its key was revoked is left, so that nothing of the request remains. */
export function endEarly(
  { over, leave = () => {}, onClosed = () => {} }: RequestEnds,
  { client, revoked, closing, clock }: EarlyEnds,
): void {
  const close = () => over.abort(closing.reason);
  const stopListening = [
    onceAborted(closing, close),
    onceAborted(revoked, () => {
      onClosed(clock.after(farewell, leave));
      over.abort(keyRevoked(client.name));
    }),
  ];
  onceAborted(over.signal, () => {
    for (const stop of stopListening) stop();
  });
  if (closing.aborted) close();
}
