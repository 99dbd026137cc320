import { visibleLine } from '../../ground/wording/visible-text.ts';
import type { Call } from '../../words/ensemble/call.ts';
import { fullName, type Invoker } from '../../words/ensemble/invoker.ts';
import type { PermissionAnswer, PermissionScope } from '../../words/permission/permission-question.ts';
import { ruleText } from '../../words/permission/rules.ts';

/** Contract: `add` and `remove` reject if the change can't be kept. */
export interface ApprovalMemory {
  all(): readonly string[];
  add(approval: string): Promise<void>;
  remove(approval: string): Promise<void>;
}

export interface Approval {
  readonly key: string;
  readonly pattern?: string;
  readonly despite?: readonly string[];
}

export interface ApprovalInForce extends Approval {
  readonly scope: PermissionScope;
}

export interface KeptApproval extends Approval {
  readonly conversationId?: string;
}

export interface Approvals {
  about(key: string, call: Pick<Call, 'conversationId' | 'turn'>): readonly ApprovalInForce[];
  add(approval: Approval, call: Pick<Call, 'conversationId' | 'turn'>, answer: Yes): Promise<void>;
  all(): readonly KeptApproval[];
  /** Rejects if it can't be taken back for good. */
  remove(approval: KeptApproval): Promise<void>;
}

type Yes = Extract<PermissionAnswer, { kind: 'allow' }>;

export function createApprovals(remembered: ApprovalMemory): Approvals {
  let ofConversations: readonly KeptApproval[] = [];
  const ofTurns = new WeakMap<object, readonly Approval[]>();
  const ofWorkspace = readOnce(remembered);

  return {
    about(key, { conversationId, turn }) {
      const isAbout = (approval: Approval) => approval.key === key;
      return [
        ...((turn && ofTurns.get(turn)) ?? []).filter(isAbout).map(each => inForce(each, 'turn')),
        ...ofConversations
          .filter(each => each.conversationId === conversationId && isAbout(each))
          .map(each => inForce(each, 'conversation')),
        ...ofWorkspace()
          .filter(isAbout)
          .map(each => inForce(each, 'workspace')),
      ];
    },
    async add(approval, { conversationId, turn }, { scope }) {
      if (scope === 'once') return;
      if (scope === 'turn') {
        if (turn !== undefined) ofTurns.set(turn, [...(ofTurns.get(turn) ?? []), approval]);
        return;
      }
      // An approval that can't be kept for longer still holds as long as it can be kept.
      if (scope === 'workspace' && (await remembered.add(approvalText(approval)).then(yes, no))) return;
      ofConversations = [...ofConversations, { ...approval, conversationId }];
    },
    all: () => [...ofConversations, ...ofWorkspace()],
    async remove(approval) {
      if (approval.conversationId === undefined) await remembered.remove(approvalText(approval));
      else ofConversations = ofConversations.filter(each => each !== approval);
    },
  };
}

function inForce(approval: Approval, scope: PermissionScope): ApprovalInForce {
  return { ...approval, scope };
}

export function whyApproved(
  invoker: Invoker,
  { scope, pattern }: Pick<ApprovalInForce, 'scope' | 'pattern'>,
): string {
  const what = scope === 'once' ? 'it' : visibleLine(ruleText(fullName(invoker), pattern));
  return `you allowed ${what} ${extents[scope]}`;
}

const extents: Readonly<Record<PermissionScope, string>> = {
  once: 'once',
  turn: 'until this answer was complete',
  conversation: 'in this conversation',
  workspace: 'in this workspace',
  user: 'in every workspace',
};

const yes = () => true;
const no = () => false;

function readOnce(remembered: ApprovalMemory): () => readonly Approval[] {
  let texts: readonly string[] = [];
  let approvals: readonly Approval[] = [];
  return () => {
    const now = remembered.all();
    if (now !== texts) [texts, approvals] = [now, now.flatMap(text => readApproval(text) ?? [])];
    return approvals;
  };
}

function approvalText({ key, pattern }: Approval): string {
  return pattern === undefined ? key : `${key}(${pattern})`;
}

function readApproval(text: string): Approval | undefined {
  const [, key, pattern] = /^(.*#[0-9a-f]{64})(?:\((.+)\))?$/s.exec(text) ?? [];
  if (key === undefined) return undefined;
  return pattern === undefined ? { key } : { key, pattern };
}
