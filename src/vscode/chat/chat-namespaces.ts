import type { Namespaces } from '../../converser/conversation/conversation.ts';

/** The namespaces of chat conversations, which are made anew from the chat's history for each turn. */
export interface ChatNamespaces {
  of(conversationId: string): Namespaces;
}

/** The longest unused are dropped: VS Code does not tell when a chat is gone. */
const mostKept = 100;

export function createChatNamespaces(): ChatNamespaces {
  const kept = new Map<string, Namespaces>();
  return {
    of(conversationId) {
      const namespaces: Namespaces = kept.get(conversationId) ?? new Map();
      kept.delete(conversationId);
      kept.set(conversationId, namespaces);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return namespaces;
    },
  };
}
