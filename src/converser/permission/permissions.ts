import { aborted, orAborted } from '../async/abort.ts';
import { serial } from '../async/serial.ts';
import type { Call } from '../ensemble/call.ts';
import { fullName, type Invoker } from '../ensemble/invoker.ts';
import { defined } from '../json/defined.ts';
import type { Clock } from '../ports.ts';
import { approvalKey, knownApprovalKey } from './approval-key.ts';
import { type ApprovalMemory, createApprovals } from './approvals.ts';
import type { Approver } from './approver.ts';
import type { PermissionAnswer } from './permission-question.ts';
import { exceptionFor, ofProposal, type RuleOptions, ruleOf, type Verdict } from './permission-rule.ts';
import { previewCall } from './preview-call.ts';

/** Who may invoke what. One object serves all conversations. */
export interface Permissions {
  /** Decides one call, asking the user where that is due. Resolves to a refusal soon after the signal aborts. */
  decide(call: Call, signal: AbortSignal): Promise<PermissionDecision>;
}

export type PermissionDecision =
  | {
      readonly allowed: true;
      /** That of the preview which the user was shown. */
      readonly previewBasis?: string;
      /** What `alwaysAsk` said about the call that the user then allowed. */
      readonly exception?: string;
    }
  | { readonly allowed: false; readonly reason: string };

export interface PermissionsOptions extends RuleOptions {
  readonly approver: Approver;
  /** Approvals that outlive a conversation. */
  readonly remembered: ApprovalMemory;
  readonly clock: Pick<Clock, 'after'>;
}

export function createPermissions(options: PermissionsOptions): Permissions {
  const approvals = createApprovals(options.remembered);
  const inTurn = createTurns();

  /** What was approved for longer does not wait for a question about something else. */
  function isSettled({ invoker, conversationId, proposed }: Call): boolean {
    const approval = knownApprovalKey(invoker);
    if (approval === undefined || proposed !== undefined || invoker.alwaysAsk !== undefined) return false;
    return approvals.has(approval, conversationId);
  }

  async function ask(
    call: Call,
    { rule: wanted, reason }: Verdict,
    signal: AbortSignal,
  ): Promise<PermissionDecision> {
    if (signal.aborted) return denied(call.invoker);
    const { conversationId, invoker } = call;
    const special = await exceptionFor(call);
    const exception = call.proposed ? ofProposal(special ?? (wanted === 'ask' ? reason : '')) : special;
    if (exception === undefined && wanted === 'allow') return { allowed: true };
    const approval = await approvalKey(invoker);
    if (exception === undefined && approvals.has(approval, conversationId)) return { allowed: true };

    const choices = exception === undefined ? everyAnswer : thisCallOnly;
    const preview = await previewCall(call, { clock: options.clock, signal });
    const question = defined({ ...call, reason: exception ?? reason, choices, preview });
    const answer = await orAborted(options.approver.ask(question, signal), signal);
    if (answer === aborted) return denied(invoker);
    if (answer === 'deny') return denied(invoker, options.approver.whyUnasked?.(question));
    if (choices.includes(answer)) await approvals.add(approval, conversationId, answer);
    return defined({ allowed: true, previewBasis: preview?.basis, exception: special });
  }

  return {
    async decide(call, signal) {
      const verdict = ruleOf(call.invoker, options);
      if (verdict.rule === 'deny') return { allowed: false, reason: verdict.reason };
      const mayGoUnasked = verdict.rule === 'allow' && call.proposed === undefined;
      const mayBeSpecial = call.invoker.alwaysAsk !== undefined;
      const isSpecial = mayGoUnasked && mayBeSpecial && (await exceptionFor(call)) !== undefined;
      if (mayGoUnasked && !isSpecial) return { allowed: true };
      if (isSettled(call) && !signal.aborted) return { allowed: true };
      // Nothing is awaited before a call takes its place, so that questions keep the order of the calls.
      const asked = inTurn(call.conversationId, () => ask(call, verdict, signal));
      const decision = await orAborted(asked, signal);
      return decision === aborted ? denied(call.invoker) : decision;
    },
  };
}

/** Questions of one conversation are asked one after another, so that one answer may settle the next. */
function createTurns() {
  const queues = new Map<string, ReturnType<typeof serial>>();
  return <T>(conversationId: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(conversationId) ?? serial();
    queues.set(conversationId, queue);
    return queue(work);
  };
}

const everyAnswer: readonly PermissionAnswer[] = ['once', 'conversation', 'workspace', 'deny'];
const thisCallOnly: readonly PermissionAnswer[] = ['once', 'deny'];

function denied(invoker: Invoker, why = ''): PermissionDecision {
  return { allowed: false, reason: `${fullName(invoker)} was not allowed to run. ${why}`.trimEnd() };
}
