import type { ClientConversations } from '../../conversations/client-conversations.ts';
import { conversationUri } from '../conversations/conversation-uri.ts';
import type { OwnTool } from './own-tool.ts';

export function listConversations(conversations: Pick<ClientConversations, 'list'>): OwnTool {
  return {
    definition: {
      name: 'list_conversations',
      title: 'List conversations',
      description: 'Lists the conversations that you led through Converser, the newest first.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      outputSchema: {
        type: 'object',
        properties: { conversations: { type: 'array', items: conversationSchema } },
        required: ['conversations'],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async run() {
      const all = (await conversations.list()).map(({ id, title, timestamp, model }) => {
        return { id, title, timestamp, model, uri: conversationUri(id) };
      });
      const lines = all.map(({ id, title, timestamp, model }) => `${id}: ${title} (${model}, ${timestamp})`);
      const text = lines.length === 0 ? 'There are no conversations yet.' : lines.join('\n');
      return { texts: [text], structured: { conversations: all } };
    },
  };
}

const conversationSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    timestamp: { type: 'string' },
    model: { type: 'string' },
    uri: { type: 'string' },
  },
  required: ['id', 'title', 'timestamp', 'model', 'uri'],
};
