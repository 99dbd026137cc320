import type { Context } from 'hono';
import { onceAborted } from '../../converser/ground/async/abort.ts';
import { stopWith } from '../../converser/ground/async/linked-abort.ts';
import { keyRevoked } from '../guard/client-keys.ts';
import type { GuardedEnv } from '../guard/guard.ts';

export interface ClientStop {
  /** Aborts when the client leaves, when its key is revoked, and when the gateway closes. */
  readonly signal: AbortSignal;
  stop(): void;
}

export function stopWithClient(
  { req: { raw }, var: { client, revoked } }: Context<GuardedEnv>,
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
  raw.signal.addEventListener('abort', stop, { once: true });
  return { signal: controller.signal, stop };
}
