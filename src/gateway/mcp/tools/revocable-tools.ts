import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { stopWith } from '../../../converser/async/linked-abort.ts';
import { errors } from '../../../converser/errors.ts';
import type { Access } from '../../guard/client-keys.ts';
import type { ClientTools } from './client-tools.ts';

/** The same tools. When the key is revoked, their calls are stopped, and the client hears why. */
export function revocableTools(
  tools: ClientTools,
  { client, revoked }: Pick<Access, 'client' | 'revoked'>,
): ClientTools {
  async function unlessRevoked<T>(
    signal: AbortSignal,
    work: (stopped: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { controller, release } = stopWith(revoked);
    try {
      const done = await work(AbortSignal.any([signal, controller.signal]));
      if (!revoked.aborted) return done;
      const { message } = errors.keyRevoked(client.name);
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
    } finally {
      release();
    }
  }

  return {
    list: signal => unlessRevoked(signal, tools.list),
    call: (wanted, { signal, ...watch }) =>
      unlessRevoked(signal, stopped => tools.call(wanted, { ...watch, signal: stopped })),
  };
}
