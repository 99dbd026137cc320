import type { Disposable } from '../../converser/async/listeners.ts';
import type { Approver } from '../../converser/permission/approver.ts';
import { denial } from '../../converser/permission/permission-question.ts';

/**
 * Sends each permission question to the view that shows its conversation, which asks inline. If no view shows it, the
 * answer is no.
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
      return approvers.get(question.conversationId)?.ask(question, signal) ?? denial;
    },
  };
}
