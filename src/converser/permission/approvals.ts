import type { PermissionAnswer } from './permission-question.ts';

/** Approvals that outlive a conversation. */
export interface ApprovalMemory {
  has(approval: string): boolean;
  add(approval: string): Promise<void>;
}

/** What was approved for more than one call. */
export interface Approvals {
  has(approval: string, conversationId: string): boolean;
  /** Keeps what an answer approves for as long as the answer says. */
  add(approval: string, conversationId: string, answer: PermissionAnswer): Promise<void>;
}

export function createApprovals(remembered: ApprovalMemory): Approvals {
  const conversations = new Map<string, Set<string>>();
  return {
    has: (approval, conversationId) =>
      remembered.has(approval) || conversations.get(conversationId)?.has(approval) === true,
    async add(approval, conversationId, answer) {
      // An approval that cannot be kept for longer still holds for as long as it can be kept.
      const isKept = answer === 'workspace' && (await remembered.add(approval).then(yes, no));
      if (isKept || answer === 'once') return;
      conversations.set(conversationId, (conversations.get(conversationId) ?? new Set()).add(approval));
    },
  };
}

const yes = () => true;
const no = () => false;
