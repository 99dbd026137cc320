import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { stopWith } from '../../converser/ground/async/abort.ts';
import { errors } from '../../converser/ground/errors.ts';
import { type Access, keyRevoked } from '../guard/client-keys.ts';
import type { ClientOffer } from './offer-for.ts';

type ServedOffer = Pick<ClientOffer, 'tools' | 'library' | 'updates' | 'openCalls'>;

/** When the key is revoked, what runs for it is stopped, and the client hears why. */
export function revocableOffer(
  { tools, library, updates, openCalls }: ServedOffer,
  { client, revoked }: Pick<Access, 'client' | 'revoked'>,
): ServedOffer {
  async function unlessRevoked<T>(
    signal: AbortSignal,
    work: (stopped: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { controller, release } = stopWith(revoked);
    try {
      const done = await work(AbortSignal.any([signal, controller.signal]));
      if (!revoked.aborted) return done;
      throw errors.cancelled();
    } catch (cause) {
      if (!revoked.aborted) throw cause;
      const { message } = keyRevoked(client.name);
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
    } finally {
      release();
    }
  }

  const read =
    <T>(one: (signal: AbortSignal) => Promise<T>) =>
    (signal: AbortSignal) =>
      unlessRevoked(signal, one);
  const watch =
    <Question, T, Watch extends { readonly signal: AbortSignal }>(
      one: (question: Question, watch: Watch) => Promise<T>,
    ) =>
    (question: Question, watched: Watch) =>
      unlessRevoked(watched.signal, signal => one(question, { ...watched, signal }));

  return {
    openCalls,
    updates: { ...updates, watch: watch(updates.watch) },
    tools: { list: read(tools.list), call: watch(tools.call) },
    library: {
      resources: read(library.resources),
      resourceTemplates: read(library.resourceTemplates),
      readResource: watch(library.readResource),
      prompts: read(library.prompts),
      getPrompt: watch(library.getPrompt),
      complete: watch(library.complete),
    },
  };
}
