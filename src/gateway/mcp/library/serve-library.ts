import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { canonicalJson } from '../../../converser/ground/json/json.ts';
import type { KeptConversations } from '../../conversations/kept-conversations.ts';
import type { Client } from '../../guard/client-keys.ts';
import type { CallWatch } from '../call-watch.ts';
import {
  conversationTemplates,
  listConversationResources,
  readConversationResource,
} from '../conversations/conversation-resources.ts';
import { conversationIdIn } from '../conversations/conversation-uri.ts';
import { answerCall } from '../questions/answer-call.ts';
import type { OpenCalls } from '../questions/open-calls.ts';
import { signalOf } from '../signal-of.ts';
import type { ClientLibrary } from './client-library.ts';

interface ServedLibrary {
  readonly library: ClientLibrary;
  readonly openCalls: OpenCalls;
}

export interface ServeResourcesOptions {
  readonly offer: ServedLibrary;
  readonly kept: KeptConversations;
  readonly client: Pick<Client, 'name'>;
}

export function serveResources(server: Server, { offer, kept, client }: ServeResourcesOptions): void {
  const { library, openCalls } = offer;
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    const [own, others] = await Promise.all([
      listConversationResources(kept, client.name),
      library.resources(signalOf(context)),
    ]);
    const page = { cursor: params?.cursor, keyOf: (each: { readonly uri: string }) => each.uri };
    const { items, ...next } = pageOf([...own, ...others], page);
    return { resources: [...items], ...next };
  });
  server.setRequestHandler('resources/templates/list', async ({ params }, context) => {
    const all = [...conversationTemplates, ...(await library.resourceTemplates(signalOf(context)))];
    const { items, ...next } = pageOf(all, { cursor: params?.cursor, keyOf: each => each.uriTemplate });
    return { resourceTemplates: [...items], ...next };
  });
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) => {
    if (conversationIdIn(uri) !== undefined) return readConversationResource(uri, kept, client.name);
    const asked = canonicalJson(['resources/read', uri]);
    const options = { asked, watch: watchOf(context), openCalls, server };
    return answerCall(watch => library.readResource(uri, watch), context, options);
  });
}

export function servePrompts(server: Server, { library, openCalls }: ServedLibrary): void {
  server.setRequestHandler('prompts/list', async ({ params }, context) => {
    const all = await library.prompts(signalOf(context));
    const { items, ...next } = pageOf(all, { cursor: params?.cursor, keyOf: each => each.name });
    return { prompts: [...items], ...next };
  });
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const { name, arguments: args = {} } = params;
    const asked = canonicalJson(['prompts/get', name, args]);
    const options = { asked, watch: watchOf(context), openCalls, server };
    return answerCall(watch => library.getPrompt(params, watch), context, options);
  });
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    return { completion: await library.complete(params, watchOf(context)) };
  });
}

function watchOf(context: ServerContext): CallWatch {
  return { signal: signalOf(context), progress: () => {} };
}

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

interface PageOptions<T> {
  readonly cursor: string | undefined;
  readonly keyOf: (item: T) => string;
}

const limits = { items: 1_000, characters: 1_000_000 };

/** A page begins after the last item of the one before. Throws `InvalidParams` if that item is gone. */
function pageOf<T>(all: readonly T[], { cursor, keyOf }: PageOptions<T>): Page<T> {
  const before = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
  const start = before === undefined ? 0 : all.findIndex(item => keyOf(item) === before) + 1;
  if (start === 0 && before !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownCursor);
  const end = endOfPage(all, start);
  const last = all[end - 1];
  const items = all.slice(start, end);
  return end < all.length && last !== undefined ? { items, nextCursor: cursorOf(keyOf(last)) } : { items };
}

const unknownCursor = 'params.cursor: the list has changed. Ask for it again, without a cursor.';

/** A page has at least one item, however long. */
function endOfPage(all: readonly unknown[], start: number): number {
  let size = 0;
  for (let at = start; at < all.length; at++) {
    size += JSON.stringify(all[at]).length;
    const isFull = at - start === limits.items || size > limits.characters;
    if (isFull && at > start) return at;
  }
  return all.length;
}

/** Clients must not read anything into it. */
function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url');
}
