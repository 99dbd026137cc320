import { aborted, orAborted } from '../async/abort.ts';
import { createGatherings, type Place } from '../async/gatherings.ts';
import { stopWith } from '../async/linked-abort.ts';
import { type Caution, noVouching, sourcesIn } from '../caution/caution.ts';
import type { Call } from '../ensemble/call.ts';
import { fullName } from '../ensemble/invoker.ts';
import { defined } from '../json/defined.ts';
import { carriedLabel } from '../labels/exposure.ts';
import { visibleProse } from '../wording/visible-text.ts';
import { knownApprovalKey } from './approval-key.ts';
import { type ApprovalInForce, whyApproved } from './approvals.ts';
import type { Approver } from './approver.ts';
import { type Asked, type AskPorts, askUser } from './ask-user.ts';
import { allowed, denied, type PermissionDecision } from './decision.ts';
import { denial, isOffered, type PermissionAnswer } from './permission-question.ts';
import { whyNamed } from './permission-rule.ts';
import { ruleText } from './rules.ts';
import {
  approvalsFor,
  exposureOf,
  isAboutPlaces,
  type Judged,
  judge,
  judgeByName,
  judgeByPlaces,
  settled,
  type Weighed,
  weigh,
} from './weigh-call.ts';

/** Who may invoke what. One object serves all conversations. */
export interface Permissions {
  /**
   * Decides one call, asking the user where that is due. Resolves to a refusal soon after the signal aborts.
   *
   * @param approver asks the user in this turn; default: the one of the options
   */
  decide(call: Call, signal: AbortSignal, approver?: Approver): Promise<PermissionDecision>;
}

export interface PermissionsOptions extends Omit<AskPorts, 'approver'> {
  /** Asks the user where a turn brings no approver of its own. Absent: what would be asked about is denied. */
  readonly approver?: Approver;
}

/** The same permissions for turns in which this approver asks the user. */
export function askingThrough(approver: Approver, permissions: Permissions): Permissions {
  return { decide: (call, signal) => permissions.decide(call, signal, approver) };
}

/** A call that is being decided, and may be about to be asked about. */
interface Pending {
  readonly call: Call;
  readonly approver: Approver;
  /** Decides it in place of the user. */
  readonly settle: (decision: PermissionDecision) => void;
}

type Asking = Pick<Pending, 'call' | 'approver'>;

interface Waiting {
  readonly own: Pending;
  /** What `own.settle` was called with. */
  readonly elsewhere: Promise<PermissionDecision>;
  readonly place: Place;
  readonly signal: AbortSignal;
}

type Yes = Extract<PermissionAnswer, { readonly kind: 'allow' }>;

/** The same permissions. `begin` is called for each call that is to be decided, and what it returned at the decision. */
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
  const pending = new Set<Pending>();

  /** What was approved for longer does not wait for a question about something else. */
  function approvedInFull({ call, careful }: Judged): ApprovalInForce | undefined {
    const { invoker, proposed } = call;
    const key = knownApprovalKey(invoker);
    if (key === undefined || proposed !== undefined || invoker.alwaysAsk !== undefined) return undefined;
    if (whyNamed(call) !== undefined) return undefined;
    return approvalsFor({ key, call, careful }, approvals).find(({ pattern }) => pattern === undefined);
  }

  /** The place is taken before anything is awaited, so that questions keep the order of the calls. */
  async function decideSlowly(
    { call, approver }: Asking,
    judge: () => Judged | Promise<Judged>,
    signal: AbortSignal,
  ): Promise<PermissionDecision> {
    const place = enter(call.conversationId);
    const { promise: elsewhere, resolve: settle } = Promise.withResolvers<PermissionDecision>();
    const own: Pending = { call, approver, settle };
    try {
      const judged = await judge();
      const decision = settled(judged);
      if (decision !== undefined) return decision;
      if (call.proposed === undefined) pending.add(own);
      const found = await weigh(judged, options);
      return 'decision' in found
        ? found.decision
        : await ask(found.weighed, { own, elsewhere, place, signal });
    } finally {
      pending.delete(own);
      place.leave();
    }
  }

  async function ask(
    weighed: Weighed,
    { own, elsewhere, place, signal }: Waiting,
  ): Promise<PermissionDecision> {
    const { controller: over, release } = stopWith(signal);
    const take = () => void pending.delete(own);
    const answered = async () => {
      const { approver } = own;
      const ports = { ...options, approver };
      const outcome = await askUser(weighed, ports, { place, signal: over.signal, onEdit: take });
      take();
      return outcome.kind === 'unanswered'
        ? denied(own.call.invoker, outcome.why)
        : decisionOf(outcome.asked, outcome.answer, approver);
    };
    try {
      return await Promise.race([answered(), elsewhere]);
    } finally {
      over.abort();
      release();
    }
  }

  async function decisionOf(
    { weighed, question }: Asked,
    answer: Exclude<PermissionAnswer, { readonly kind: 'edit' }>,
    approver: Approver,
  ): Promise<PermissionDecision> {
    const { call, special, places, withheld } = weighed;
    if (answer.kind === 'deny')
      return denied(call.invoker, whyDenied(answer) ?? approver.whyUnasked?.(question));
    const given = isOffered(question, answer) ? answer : onceOnly;
    await keep(weighed, given);
    await vouch(weighed, given);
    for (const other of pending) void reconsider(other);
    const why = whyApproved(call.invoker, given);
    const edited = call.invocation.written === undefined ? undefined : call.invocation;
    const because = edited === undefined ? why : why.replace(/^you /, 'you changed the arguments and ');
    return allowed(because, {
      edited,
      previewBasis: question.preview?.basis,
      exception: special,
      places,
      withheld,
    });
  }

  async function keep({ call, key, careful }: Weighed, answer: Yes): Promise<void> {
    const { scope, pattern } = answer;
    if (scope === 'once') return;
    // A yes that cannot be kept for longer still holds for as long as it can be kept.
    const isRule = scope === 'user' && (await ruleAdded(ruleText(fullName(call.invoker), pattern)));
    const kept = scope === 'user' ? { ...answer, scope: 'conversation' as const } : answer;
    const despite = careful?.despite;
    if (!isRule) await approvals.add(defined({ key, pattern, despite }), call, kept);
  }

  /** What can't be kept for every conversation still holds for this one. */
  async function vouch({ call, careful }: Weighed, { vouches }: Yes): Promise<void> {
    if (careful === undefined || vouches === undefined) return;
    const isKept = vouches === 'trusted' && (await trust(careful));
    if (!isKept) vouching.cleared.clear(call.conversationId, exposureOf(call, options));
  }

  async function trust({ despite }: Caution): Promise<boolean> {
    try {
      for (const source of sourcesIn(despite)) await vouching.trusted.add?.(source);
      return true;
    } catch {
      return false;
    }
  }

  /** One answer may settle others. */
  async function reconsider({ call, settle }: Pending): Promise<void> {
    const judged = await judge(call, options);
    if (judged.verdict.rule === 'deny') return;
    const found = await weigh(judged, options);
    if ('decision' in found) settle(found.decision);
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
  ): Promise<PermissionDecision> {
    const { call } = asking;
    const judged = judgeByName(call, about, options);
    const decision = settled(judged);
    if (decision !== undefined) return decision;
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
      const decision = await orAborted(deciding, signal);
      if (decision === aborted) return denied(call.invoker);
      return decision.allowed
        ? defined({ ...decision, carries: carriedLabel(exposureOf(call, options)) })
        : decision;
    },
  };
}

const denying: Approver = { ask: async () => denial };

const onceOnly = { kind: 'allow', scope: 'once' } as const;

/** Characters of a reason that a model is told. */
const longestReason = 2_000;

function whyDenied({ reason = '' }: PermissionAnswer & { readonly kind: 'deny' }): string | undefined {
  const said = reason.trim().slice(0, longestReason).toWellFormed();
  return said === '' ? undefined : `The user says: ${visibleProse(said)}`;
}
