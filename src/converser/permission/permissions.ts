import { aborted, orAborted } from '../async/abort.ts';
import { serial } from '../async/serial.ts';
import type { Call } from '../ensemble/call.ts';
import { fullName, type Invoker, type Subject } from '../ensemble/invoker.ts';
import { defined } from '../json/defined.ts';
import type { Clock } from '../ports.ts';
import { visibleProse } from '../wording/visible-text.ts';
import { approvalKey, knownApprovalKey } from './approval-key.ts';
import { type ApprovalInForce, type Approvals, whyApproved } from './approvals.ts';
import type { Approver } from './approver.ts';
import { isOffered, type PermissionAnswer, type PermissionScope } from './permission-question.ts';
import { type Circumstances, exceptionFor, ofProposal, type Verdict, verdictOn } from './permission-rule.ts';
import { previewCall } from './preview-call.ts';
import { type Rule, type RuleBook, type Ruling, ruleText, rulingFor, rulingOfAll } from './rules.ts';

/** Who may invoke what. One object serves all conversations. */
export interface Permissions {
  /** Decides one call, asking the user where that is due. Resolves to a refusal soon after the signal aborts. */
  decide(call: Call, signal: AbortSignal): Promise<PermissionDecision>;
}

export type PermissionDecision =
  | {
      readonly allowed: true;
      /** Why, as what can follow "because". */
      readonly because: string;
      /** That of the preview which the user was shown. */
      readonly previewBasis?: string;
      /** What `alwaysAsk` said about the call that the user then allowed. */
      readonly exception?: string;
      /** What the call may touch, where rules are about places. */
      readonly places?: readonly string[];
    }
  | { readonly allowed: false; readonly reason: string };

export interface PermissionsOptions {
  readonly rules: RuleBook;
  /** Read for each call, so that a change holds at once. */
  readonly circumstances: () => Omit<Circumstances, 'place'>;
  readonly approver: Approver;
  readonly approvals: Approvals;
  readonly clock: Pick<Clock, 'after'>;
}

/** A call with what its rules say of it. */
interface Judged {
  readonly call: Call;
  readonly verdict: Verdict;
  /** Absent: the tool has none, or it can't be told. */
  readonly subject?: Subject;
  /** The places of the subject, if rules have been compared with them. */
  readonly places?: readonly string[];
}

export function createPermissions(options: PermissionsOptions): Permissions {
  const { rules, approvals, approver, clock } = options;
  const inTurn = createTurns();

  const verdict = (call: Call, ruling: Ruling) =>
    verdictOn(call.invoker, ruling, { ...options.circumstances(), place: rules.place });

  /** What was approved for longer does not wait for a question about something else. */
  function approvedInFull(call: Call): ApprovalInForce | undefined {
    const { invoker, proposed } = call;
    const key = knownApprovalKey(invoker);
    if (key === undefined || proposed !== undefined || invoker.alwaysAsk !== undefined) return undefined;
    return approvals.about(key, call).find(({ pattern }) => pattern === undefined);
  }

  /** Of a tool whose rules are about single places. */
  async function judge(call: Call, about: readonly Rule[]): Promise<Judged> {
    const subject = await subjectOf(call);
    const ruling = await rulingFor(about, subject);
    return defined({ call, verdict: verdict(call, ruling), subject, places: subject?.places });
  }

  /** Whether an earlier yes covers the call, and if only a part of the tool's calls, the places. */
  async function approved(
    { call, subject }: Judged,
    key: string,
  ): Promise<{ approval: ApprovalInForce; places?: readonly string[] } | undefined> {
    const about = approvals.about(key, call);
    const inFull = about.find(({ pattern }) => pattern === undefined);
    if (inFull !== undefined) return { approval: inFull };
    if (subject === undefined) return undefined;
    for (const approval of about) {
      if (await coversAll(subject, approval.pattern ?? '')) return { approval, places: subject.places };
    }
    return undefined;
  }

  async function ask(judged: Judged, signal: AbortSignal): Promise<PermissionDecision> {
    const { call, verdict, places } = judged;
    const { invoker } = call;
    if (signal.aborted) return denied(invoker);
    const special = await exceptionFor(call);
    const exception = call.proposed
      ? ofProposal(special ?? (verdict.rule === 'ask' ? verdict.reason : ''))
      : special;
    if (exception === undefined && verdict.rule === 'allow') return allowed(verdict.reason, { places });
    const key = await approvalKey(invoker);
    const subject = judged.subject ?? (await subjectOf(call));
    const before = exception === undefined ? await approved(defined({ ...judged, subject }), key) : undefined;
    if (before !== undefined)
      return allowed(whyApproved(invoker, before.approval), { places: before.places ?? places });

    const preview = await previewCall(call, { clock, signal });
    const offered =
      exception === undefined
        ? { scopes: scopesFor(call), patterns: (await subject?.patterns()) ?? [] }
        : { scopes: thisCallOnly, patterns: [] };
    const question = defined({ ...call, reason: exception ?? verdict.reason, ...offered, preview });
    const answer = await orAborted(approver.ask(question, signal), signal);
    if (answer === aborted) return denied(invoker);
    if (answer.kind === 'deny') return denied(invoker, whyDenied(answer) ?? approver.whyUnasked?.(question));
    const given = isOffered(question, answer) ? answer : onceOnly;
    await keep(call, key, given);
    return allowed(whyApproved(invoker, given), {
      previewBasis: preview?.basis,
      exception: special,
      places,
    });
  }

  async function keep(call: Call, key: string, answer: PermissionAnswer & { kind: 'allow' }): Promise<void> {
    const { scope, pattern } = answer;
    // A yes that cannot be kept for longer still holds for as long as it can be kept.
    if (scope === 'user' && (await ruleAdded(ruleText(fullName(call.invoker), pattern)))) return;
    const kept = scope === 'user' ? { ...answer, scope: 'conversation' as const } : answer;
    await approvals.add(defined({ key, pattern }), call, kept);
  }

  async function ruleAdded(text: string): Promise<boolean> {
    try {
      await rules.allow?.(text);
      return rules.allow !== undefined;
    } catch {
      return false;
    }
  }

  function scopesFor({ invoker, turn }: Call): readonly PermissionScope[] {
    // Rules for every workspace never cover what a folder brought along.
    const mayBeEverywhere = rules.allow !== undefined && invoker.origin !== 'workspace';
    return [
      'once',
      ...(turn === undefined ? [] : (['turn'] as const)),
      'conversation',
      'workspace',
      ...(mayBeEverywhere ? (['user'] as const) : []),
    ];
  }

  async function decideByPlaces(
    call: Call,
    about: readonly Rule[],
    signal: AbortSignal,
  ): Promise<PermissionDecision> {
    const judging = judge(call, about);
    // Nothing is awaited before a call takes its place, so that questions keep the order of the calls.
    const asked = inTurn(call.conversationId, async () => {
      const judged = await judging;
      return settled(judged) ?? ask(judged, signal);
    });
    return settled(await judging) ?? asked;
  }

  async function decideByName(
    call: Call,
    about: readonly Rule[],
    signal: AbortSignal,
  ): Promise<PermissionDecision> {
    const judged = { call, verdict: verdict(call, rulingOfAll(about)) };
    const decision = settled(judged);
    if (decision !== undefined) return decision;
    const { rule, reason } = judged.verdict;
    const isAllowed = rule === 'allow' && call.proposed === undefined;
    if (isAllowed && (await exceptionFor(call)) === undefined) return allowed(reason);
    const approval = approvedInFull(call);
    if (approval !== undefined && !signal.aborted) return allowed(whyApproved(call.invoker, approval));
    return inTurn(call.conversationId, () => ask(judged, signal));
  }

  return {
    async decide(call, signal) {
      const about = rules.about(fullName(call.invoker));
      const decide = about.some(({ pattern }) => pattern !== undefined) ? decideByPlaces : decideByName;
      const decision = await orAborted(decide(call, about, signal), signal);
      return decision === aborted ? denied(call.invoker) : decision;
    },
  };
}

/**
 * `undefined` if there is none, or if the call names no place that can be: then the call itself will say so.
 *
 * Invariant: nothing that came with the folder runs here, before the user has allowed it.
 */
async function subjectOf({ invoker: { subject, origin }, invocation }: Call): Promise<Subject | undefined> {
  try {
    return origin === 'workspace' ? undefined : await subject?.(invocation.arguments);
  } catch {
    return undefined;
  }
}

/** A pattern that can't be used covers nothing. */
async function coversAll(subject: Subject, pattern: string): Promise<boolean> {
  try {
    return (await subject.covered(pattern)) === 'all';
  } catch {
    return false;
  }
}

/** The decision, if the rules alone make it. `undefined`: the user may have to be asked. */
function settled({ call: { invoker, proposed }, verdict, places }: Judged): PermissionDecision | undefined {
  if (verdict.rule === 'deny') return { allowed: false, reason: verdict.reason };
  const goesUnasked = verdict.rule === 'allow' && proposed === undefined && invoker.alwaysAsk === undefined;
  return goesUnasked ? allowed(verdict.reason, { places }) : undefined;
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

const onceOnly = { kind: 'allow', scope: 'once' } as const;

const thisCallOnly: readonly PermissionScope[] = ['once'];

/** Characters of a reason that a model is told. */
const longestReason = 2_000;

function whyDenied({ reason = '' }: PermissionAnswer & { readonly kind: 'deny' }): string | undefined {
  const said = reason.trim().slice(0, longestReason).toWellFormed();
  return said === '' ? undefined : `The user says: ${visibleProse(said)}`;
}

function allowed(
  because: string,
  about: { readonly [Key in keyof Allowed]?: Allowed[Key] | undefined } = {},
): PermissionDecision {
  return defined({ allowed: true, because, ...about });
}

type Allowed = Omit<PermissionDecision & { readonly allowed: true }, 'allowed' | 'because'>;

function denied(invoker: Invoker, why = ''): PermissionDecision {
  return { allowed: false, reason: `${fullName(invoker)} was not allowed to run. ${why}`.trimEnd() };
}
