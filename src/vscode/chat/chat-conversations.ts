import type * as vscode from 'vscode';
import { type Conversation, createConversation } from '../../converser/conversation/conversation.ts';
import type { Ids } from '../../converser/ports.ts';
import { createChatNamespaces } from './chat-namespaces.ts';
import { earlierTurns } from './participant-history.ts';

/** The conversations of chats. Each turn rebuilds its conversation from the chat's history, its only memory. */
export interface ChatConversations {
  continue(history: vscode.ChatContext['history']): Conversation;
}

export function createChatConversations(ids: Ids): ChatConversations {
  const namespaces = createChatNamespaces();
  return {
    continue(history) {
      const { conversationId, canisters, spending } = earlierTurns(history, () => ids.next('chat'));
      const conversation = createConversation(conversationId, canisters, namespaces.of(conversationId));
      conversation.spend(spending);
      return conversation;
    },
  };
}
