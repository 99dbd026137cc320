import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import type { KeptConversations } from '../../conversations/kept-conversations.ts';
import { conversationIdIn, conversationUri, conversationUriTemplate } from './conversation-uri.ts';
import { transcript } from './transcript.ts';

const mimeType = 'text/markdown';

export const conversationTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: conversationUriTemplate,
    name: 'conversation',
    title: 'Conversation',
    description: 'A conversation that you led through Converser, as Markdown.',
    mimeType,
  },
];

export async function listConversationResources(
  conversations: KeptConversations,
  client: string,
): Promise<readonly Resource[]> {
  const all = await conversations.list(client);
  return all.map(({ id, title, timestamp }) => ({
    uri: conversationUri(id),
    name: id,
    title,
    mimeType,
    annotations: { lastModified: timestamp },
  }));
}

/** Throws `ResourceNotFoundError`, also for a conversation of another client. */
export async function readConversationResource(
  uri: string,
  conversations: KeptConversations,
  client: string,
): Promise<ReadResourceResult> {
  const id = conversationIdIn(uri);
  const found = id === undefined ? undefined : await conversations.find(id, client);
  if (found === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType, text: transcript(found) }] };
}
