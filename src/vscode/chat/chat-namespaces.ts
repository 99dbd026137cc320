import type { Namespaces } from '../../converser/conversation/conversation.ts';

/** The namespaces of chat conversations, kept between turns although the conversations are rebuilt for each. */
export interface ChatNamespaces {
  of(conversationId: string): Namespaces;
}

/** Beyond this, those unused for longest are dropped: VS Code does not report that a chat is gone. */
const mostKept = 100;

export function createChatNamespaces(): ChatNamespaces {
  const byConversation = new Map<string, Namespaces>();
  return {
    of(conversationId) {
      const namespaces: Namespaces = byConversation.get(conversationId) ?? new Map();
      byConversation.delete(conversationId);
      byConversation.set(conversationId, namespaces);
      const [oldest] = byConversation.keys();
      if (byConversation.size > mostKept && oldest !== undefined) byConversation.delete(oldest);
      return namespaces;
    },
  };
}
