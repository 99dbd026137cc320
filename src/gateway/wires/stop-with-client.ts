import { onceAborted } from '../../converser/ground/async/abort.ts';
import { stopWith } from '../../converser/ground/async/linked-abort.ts';
import type { Admitted } from '../guard/admitted.ts';
import { keyRevoked } from '../guard/client-keys.ts';

export interface ClientStop {
  /** Aborts when the client leaves, when its key is revoked, and when the gateway closes. */
  readonly signal: AbortSignal;
  stop(): void;
}

export function stopWithClient(
  { asked, client, revoked }: Pick<Admitted, 'asked' | 'client' | 'revoked'>,
  closing: AbortSignal,
): ClientStop {
  const { controller, release } = stopWith(closing);
  const stopForKey = () => controller.abort(keyRevoked(client.name));
  const ignoreKey = onceAborted(revoked, stopForKey);
  if (revoked.aborted) stopForKey();
  const stop = () => {
    release();
    ignoreKey();
    // The default reason would be an error with a stack trace.
    controller.abort('over');
  };
  asked.signal.addEventListener('abort', stop, { once: true });
  return { signal: controller.signal, stop };
}
