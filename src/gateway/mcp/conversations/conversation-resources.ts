import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { cutText } from '../../../converser/ground/wording/cut-text.ts';
import type { Canister } from '../../../converser/words/canister/canister.ts';
import { textOf } from '../../../converser/words/canister/content.ts';
import { fullName } from '../../../converser/words/ensemble/invoker.ts';
import { compactionText } from '../../../converser/words/texts/saving-texts.ts';
import type { KeptConversation, KeptConversations } from '../../conversations/kept-conversations.ts';
import { conversationIdIn, conversationUri, conversationUriTemplate } from './conversation-uri.ts';

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

/** In characters of a result. */
const limit = 2_000;

function transcript({ title, model, timestamp, canisters }: KeptConversation): string {
  const head = `# ${title}\n\n${model}, ${timestamp}`;
  return [head, ...canisters.map(paragraph).filter(text => text !== '')].join('\n\n');
}

function paragraph(canister: Canister): string {
  const said = textOf(canister.content);
  switch (canister.role) {
    case 'supervisor':
      return '';
    case 'user':
      return `## User\n\n${said}`;
    case 'assistant':
      return said === '' ? '' : `## Assistant\n\n${said}`;
    case 'document':
      return quoted(said);
    case 'invocation':
      return quoted(`${fullName(canister)} ${JSON.stringify(canister.arguments)}`);
    case 'result':
      return quoted(`→ ${said}`);
    case 'compaction':
      return quoted(`Compacted: ${compactionText(canister)}`);
  }
}

function quoted(text: string): string {
  const cut = cutText(text, { limit, readOn: '' });
  return cut.replace(/^/gm, '> ');
}
