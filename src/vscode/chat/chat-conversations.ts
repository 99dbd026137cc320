import type * as vscode from 'vscode';
import type { Ids } from '../../converser/ground/ports.ts';
import { isCompaction, isInvocation } from '../../converser/words/canister/canister.ts';
import {
  type Conversation,
  createConversation,
  type Namespaces,
} from '../../converser/words/conversation/conversation.ts';
import { withTakenBack } from '../../store/taken-back.ts';
import type { LeftOutDocuments } from './left-out-documents.ts';
import { type ChatMetadata, earlierTurns } from './participant-history.ts';
import type { TakenBackInChats } from './taken-back-in-chats.ts';

/** Each turn rebuilds its conversation from the chat's history. */
export interface ChatConversations {
  continue(history: vscode.ChatContext['history']): Conversation;
  /** The history keeps only what was shown of a turn that you stopped. */
  noteStopped(turn: ChatMetadata): void;
}

/** Beyond this, those unused for longest are dropped, because VS Code does not report that a chat is gone. */
const mostNamespaces = 100;
/** Counts calls and compactions of stopped turns. The oldest are dropped first. */
const mostLinks = 1_000;

export interface ChatConversationPorts {
  readonly ids: Ids;
  readonly takenBack: Pick<TakenBackInChats, 'has'>;
  readonly leftOut: Pick<LeftOutDocuments, 'add'>;
}

export function createChatConversations({
  ids,
  takenBack,
  leftOut,
}: ChatConversationPorts): ChatConversations {
  /** These outlive a turn, although the conversations are rebuilt for each. */
  const kept = new Map<string, Namespaces>();

  function namespacesOf(conversationId: string): Namespaces {
    const namespaces: Namespaces = kept.get(conversationId) ?? new Map();
    kept.delete(conversationId);
    kept.set(conversationId, namespaces);
    const [oldest] = kept.keys();
    if (kept.size > mostNamespaces && oldest !== undefined) kept.delete(oldest);
    return namespaces;
  }

  const stopped = new Map<string, ChatMetadata>();

  return {
    noteStopped(turn) {
      const linked = turn.canisters.filter(each => isInvocation(each) || isCompaction(each));
      for (const { id } of linked) stopped.set(id, turn);
      for (const id of [...stopped.keys()].slice(0, -mostLinks)) stopped.delete(id);
    },
    continue(history) {
      const {
        conversationId,
        canisters: earlier,
        spending,
      } = earlierTurns(history, {
        newId: () => ids.next('chat'),
        stoppedTurn: linked => stopped.get(linked),
      });
      const compactions = earlier.filter(isCompaction);
      for (const compaction of compactions) leftOut.add(compaction);
      const canisters = withTakenBack(
        earlier,
        compactions.map(({ id }) => ({ compaction: id, isTakenBack: takenBack.has(id) })),
      );
      const conversation = createConversation(conversationId, canisters, namespacesOf(conversationId));
      conversation.spend(spending);
      return conversation;
    },
  };
}
