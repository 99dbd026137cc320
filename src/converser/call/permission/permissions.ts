import { aborted, orAborted, stopWith } from '../../ground/async/abort.ts';
import { createGatherings } from '../../ground/async/gatherings.ts';
import { defined } from '../../ground/json/defined.ts';
import { visibleProse } from '../../ground/wording/visible-text.ts';
import type { Call } from '../../words/ensemble/call.ts';
import { fullName } from '../../words/ensemble/invoker.ts';
import { carriedLabel } from '../../words/labels/exposure.ts';
import type { Approver } from '../../words/permission/approver.ts';
import { denial, isOffered, type PermissionAnswer } from '../../words/permission/permission-question.ts';
import { ruleText } from '../../words/permission/rules.ts';
import { type Caution, noVouching, sourcesIn } from '../caution/caution.ts';
import { approvalKey, knownApprovalKey } from './approval-key.ts';
import { type ApprovalInForce, whyApproved } from './approvals.ts';
import { type AskOptions, type AskPorts, askUser, type Outcome } from './ask-user.ts';
import { allowed, type Decision, denied, type PermissionResult } from './decision.ts';
import {
  approvalsFor,
  clearedWith,
  exposureOf,
  isAboutPlaces,
  judge,
  judgeByName,
  judgeByPlaces,
  settled,
  weigh,
} from './weigh-call.ts';

export interface Permissions {
  /** Resolves to a refusal soon after the signal aborts. Default for `approver`: that of the options. */
  decide(call: Call, signal: AbortSignal, approver?: Approver): Promise<PermissionResult>;
}

export interface PermissionsOptions extends Omit<AskPorts, 'approver'> {
  readonly approver?: Approver;
}

export function askingThrough(approver: Approver, permissions: Permissions): Permissions {
  return { decide: (call, signal) => permissions.decide(call, signal, approver) };
}

interface Asking {
  readonly call: Call;
  readonly approver: Approver;
}

type Yes = Extract<PermissionAnswer, { readonly kind: 'allow' }>;

export function watchDecisions(
  permissions: Permissions,
  begin: (invocationId: string) => () => void,
): Permissions {
  return {
    async decide(call, signal) {
      const end = begin(call.invocation.id);
      try {
        return await permissions.decide(call, signal);
      } finally {
        end();
      }
    },
  };
}

export function createPermissions(options: PermissionsOptions): Permissions {
  const { rules, approvals, vouching = noVouching } = options;
  const enter = createGatherings();
  const pending = new Set<() => Promise<void>>();

  /** What you approved for longer doesn't wait behind another question. */
  function approvedInFull(decision: Decision): ApprovalInForce | undefined {
    const { call, review } = decision;
    const key = knownApprovalKey(call.invoker);
    if (key === undefined || call.proposed !== undefined) return undefined;
    if (review.alwaysAsk !== undefined || review.mustBeNamed !== undefined) return undefined;
    return approvalsFor(key, decision, approvals).find(({ pattern }) => pattern === undefined);
  }

  /** Takes its place before anything is awaited, so that questions keep the order of the calls. */
  async function decideSlowly(
    { call, approver }: Asking,
    judge: () => Decision | Promise<Decision>,
    signal: AbortSignal,
  ): Promise<PermissionResult> {
    const place = enter(call.conversationId);
    const { promise: elsewhere, resolve: settle } = Promise.withResolvers<PermissionResult>();
    const again = () => decideAgain(call, settle);
    const take = () => void pending.delete(again);
    try {
      const judged = await judge();
      const result = settled(judged);
      if (result !== undefined) return result;
      if (call.proposed === undefined) pending.add(again);
      const found = await weigh(judged, options);
      return 'allowed' in found ? found : await ask(found, elsewhere, { place, signal, take, approver });
    } finally {
      take();
      place.leave();
    }
  }

  async function ask(
    begun: Decision,
    elsewhere: Promise<PermissionResult>,
    { approver, ...asking }: AskOptions & Pick<Asking, 'approver'>,
  ): Promise<PermissionResult> {
    const { controller: over, release } = stopWith(asking.signal);
    const answered = async () => {
      const ports = { ...options, approver };
      const outcome = await askUser(begun, ports, { ...asking, signal: over.signal });
      if (outcome.kind === 'answered') return resultOf(outcome, approver);
      if (outcome.kind === 'unanswered') return denied(begun.call.invoker, outcome.why);
      const { failure } = outcome;
      return { allowed: false, reason: failure.message, failure } as const;
    };
    try {
      return await Promise.race([answered(), elsewhere]);
    } finally {
      over.abort();
      release();
    }
  }

  async function resultOf(
    { decision, question, answer }: Outcome & { readonly kind: 'answered' },
    approver: Approver,
  ): Promise<PermissionResult> {
    const { call, exception, places, withheld } = decision;
    if (answer.kind === 'deny')
      return denied(call.invoker, whyDenied(answer) ?? approver.whyUnasked?.(question));
    const given = isOffered(question, answer) ? answer : onceOnly;
    await keep(decision, given);
    await vouch(decision, given);
    for (const again of pending) void again();
    const why = whyApproved(call.invoker, given);
    const edited = call.invocation.written === undefined ? undefined : call.invocation;
    const because = edited === undefined ? why : why.replace(/^you /, 'you changed the arguments and ');
    const previewBasis = question.preview?.basis;
    return allowed(because, { edited, previewBasis, exception, places, withheld });
  }

  async function keep({ call, careful }: Decision, answer: Yes): Promise<void> {
    const { scope, pattern } = answer;
    if (scope === 'once') return;
    // A yes that can't be kept for longer still holds as long as it can be kept.
    const isRule = scope === 'user' && (await ruleAdded(ruleText(fullName(call.invoker), pattern)));
    if (isRule) return;
    const kept = scope === 'user' ? { ...answer, scope: 'conversation' as const } : answer;
    const key = await approvalKey(call.invoker);
    const despite = careful?.despite;
    await approvals.add(defined({ key, pattern, despite }), call, kept);
  }

  async function vouch({ call, careful }: Decision, { vouches }: Yes): Promise<void> {
    if (careful === undefined || vouches === undefined) return;
    const isKept = vouches === 'trusted' && (await trust(careful));
    if (!isKept) vouching.cleared.clear(clearedWith(call), exposureOf(call, options));
  }

  async function trust({ despite }: Caution): Promise<boolean> {
    try {
      for (const source of sourcesIn(despite)) await vouching.trusted.add?.(source);
      return true;
    } catch {
      return false;
    }
  }

  async function decideAgain(call: Call, settle: (result: PermissionResult) => void): Promise<void> {
    const judged = await judge(call, options);
    if (judged.verdict.rule === 'deny') return;
    const found = await weigh(judged, options);
    if ('allowed' in found) settle(found);
  }

  async function ruleAdded(text: string): Promise<boolean> {
    try {
      await rules.allow?.(text);
      return rules.allow !== undefined;
    } catch {
      return false;
    }
  }

  async function decideByName(
    asking: Asking,
    about: ReturnType<typeof rules.about>,
    signal: AbortSignal,
  ): Promise<PermissionResult> {
    const { call } = asking;
    const judged = judgeByName(call, about, options);
    const result = settled(judged);
    if (result !== undefined) return result;
    const approval = approvedInFull(judged);
    if (approval !== undefined && !signal.aborted) return allowed(whyApproved(call.invoker, approval));
    return decideSlowly(asking, () => judged, signal);
  }

  return {
    async decide(call, signal, approver = options.approver ?? denying) {
      const about = rules.about(fullName(call.invoker));
      const asking = { call, approver };
      const deciding = isAboutPlaces(about)
        ? decideSlowly(asking, () => judgeByPlaces(call, about, options), signal)
        : decideByName(asking, about, signal);
      const result = await orAborted(deciding, signal);
      if (result === aborted) return denied(call.invoker);
      return result.allowed
        ? defined({ ...result, carries: carriedLabel(exposureOf(call, options)) })
        : result;
    },
  };
}

const denying: Approver = { ask: async () => denial };

const onceOnly = { kind: 'allow', scope: 'once' } as const;

/** In characters. */
const longestReason = 2_000;

function whyDenied({ reason = '' }: PermissionAnswer & { readonly kind: 'deny' }): string | undefined {
  const said = reason.trim().slice(0, longestReason).toWellFormed();
  return said === '' ? undefined : `The user says: ${visibleProse(said)}`;
}
