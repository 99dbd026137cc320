import type { Disposable } from '../../converser/async/listeners.ts';
import type { Approver } from '../../converser/permission/approver.ts';

/**
 * Sends each permission question to the surface in which its conversation is held, so that it is asked inline.
 * Where no surface holds the conversation, nobody can be asked, and the answer is no.
 */
export interface ConversationApprovers extends Approver {
  /** Until disposed, questions of this conversation go to `approver`. */
  set(conversationId: string, approver: Approver): Disposable;
}

export function createConversationApprovers(): ConversationApprovers {
  const approvers = new Map<string, Approver>();
  return {
    set(conversationId, approver) {
      approvers.set(conversationId, approver);
      return {
        dispose() {
          if (approvers.get(conversationId) === approver) approvers.delete(conversationId);
        },
      };
    },
    async ask(question, signal) {
      return approvers.get(question.conversationId)?.ask(question, signal) ?? 'deny';
    },
  };
}
