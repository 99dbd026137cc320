import type { Server } from '@modelcontextprotocol/server';
import type { KeptConversations } from '../../conversations/kept-conversations.ts';
import type { Client } from '../../guard/client-keys.ts';
import {
  conversationTemplates,
  listConversationResources,
  readConversationResource,
} from '../conversations/conversation-resources.ts';
import { conversationIdIn } from '../conversations/conversation-uri.ts';
import { signalOf } from '../signal-of.ts';
import type { ClientLibrary } from './client-library.ts';
import { pageOf } from './page-of.ts';

export interface ServeResourcesOptions {
  readonly library: ClientLibrary;
  readonly kept: KeptConversations;
  readonly client: Pick<Client, 'name'>;
}

/** The conversations of the client, and after them the resources of its ensembles. */
export function serveResources(server: Server, { library, kept, client }: ServeResourcesOptions): void {
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
    return conversationIdIn(uri) === undefined
      ? library.readResource(uri, signalOf(context))
      : readConversationResource(uri, kept, client.name);
  });
}

/** The prompts of the client's ensembles, and completions for their arguments and for variables of templates. */
export function servePrompts(server: Server, library: ClientLibrary): void {
  server.setRequestHandler('prompts/list', async ({ params }, context) => {
    const all = await library.prompts(signalOf(context));
    const { items, ...next } = pageOf(all, { cursor: params?.cursor, keyOf: each => each.name });
    return { prompts: [...items], ...next };
  });
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    return library.getPrompt(params, signalOf(context));
  });
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    return { completion: await library.complete(params, signalOf(context)) };
  });
}
