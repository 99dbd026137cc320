import type * as vscode from 'vscode';
import {
  type Conversation,
  createConversation,
  type Namespaces,
} from '../../converser/conversation/conversation.ts';
import type { Ids } from '../../converser/ports.ts';
import { earlierTurns } from './participant-history.ts';

/** The conversations of chats. Each turn rebuilds its conversation from the chat's history, its only memory. */
export interface ChatConversations {
  continue(history: vscode.ChatContext['history']): Conversation;
}

/** Beyond this, those unused for longest are dropped: VS Code does not report that a chat is gone. */
const mostNamespaces = 100;

export function createChatConversations(ids: Ids): ChatConversations {
  /** Kept between turns, although the conversations are rebuilt for each. */
  const kept = new Map<string, Namespaces>();

  function namespacesOf(conversationId: string): Namespaces {
    const namespaces: Namespaces = kept.get(conversationId) ?? new Map();
    kept.delete(conversationId);
    kept.set(conversationId, namespaces);
    const [oldest] = kept.keys();
    if (kept.size > mostNamespaces && oldest !== undefined) kept.delete(oldest);
    return namespaces;
  }

  return {
    continue(history) {
      const { conversationId, canisters, spending } = earlierTurns(history, () => ids.next('chat'));
      const conversation = createConversation(conversationId, canisters, namespacesOf(conversationId));
      conversation.spend(spending);
      return conversation;
    },
  };
}
