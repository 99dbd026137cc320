import {
  type Caution,
  cautionAbout,
  noVouching,
  remainingExposure,
  type Vouching,
} from '../caution/caution.ts';
import type { Call } from '../ensemble/call.ts';
import { fullName, type Subject } from '../ensemble/invoker.ts';
import { defined } from '../json/defined.ts';
import { type Exposure, unexposed } from '../labels/exposure.ts';
import { approvalKey } from './approval-key.ts';
import { type ApprovalInForce, type Approvals, whyApproved } from './approvals.ts';
import { allowed, type PermissionDecision } from './decision.ts';
import { stricter } from './permission-mode.ts';
import {
  type Circumstances,
  exceptionFor,
  unlessNamed,
  type Verdict,
  verdictOn,
  whyNamed,
} from './permission-rule.ts';
import { type Rule, type RuleBook, type Ruling, rulingFor, rulingOfAll } from './rules.ts';

/** What decides about calls without the user. */
export interface Decided {
  readonly rules: RuleBook;
  /** Read for each call, so that a change holds at once. */
  readonly circumstances: () => Omit<Circumstances, 'place'>;
  readonly approvals: Approvals;
  /** What you have said about content from outside. Absent: nothing. */
  readonly vouching?: Vouching;
}

/** A call with what its rules say of it. */
export interface Judged {
  readonly call: Call;
  readonly verdict: Verdict;
  /** Absent: the tool has none, or it can't be told. */
  readonly subject?: Subject;
  /** The places of the subject, if rules have been compared with them. */
  readonly places?: readonly string[];
  /** See `Ruling.withheld`. */
  readonly withheld?: readonly string[];
  /** What was read makes the call one to ask about, whatever rules and earlier answers say. */
  readonly careful?: Caution;
}

/** A call that the user must be asked about. */
export interface Weighed extends Judged {
  /** See `approvalKey`. */
  readonly key: string;
  /** What `alwaysAsk` says about it. */
  readonly special?: string;
}

/** By the rules for the tool, each of which is about all of its calls. */
export function judgeByName(call: Call, about: readonly Rule[], decided: Decided): Judged {
  return defined({
    call,
    verdict: verdict(call, rulingOfAll(about), decided),
    careful: cautionOf(call, decided),
  });
}

/** By rules of which some are about single places. */
export async function judgeByPlaces(call: Call, about: readonly Rule[], decided: Decided): Promise<Judged> {
  const subject = await subjectOf(call);
  const ruling = await rulingFor(about, subject);
  const found = { verdict: verdict(call, ruling, decided), careful: cautionOf(call, decided) };
  return defined({ call, subject, places: subject?.places, withheld: ruling.withheld, ...found });
}

export function isAboutPlaces(rules: readonly Rule[]): boolean {
  return rules.some(({ pattern }) => pattern !== undefined);
}

/** By whatever rules there are now. */
export async function judge(call: Call, decided: Decided): Promise<Judged> {
  const about = decided.rules.about(fullName(call.invoker));
  return isAboutPlaces(about) ? judgeByPlaces(call, about, decided) : judgeByName(call, about, decided);
}

/** What the call's conversation has read, without what you have vouched for. */
export function exposureOf(
  { exposure = unexposed, conversationId }: Call,
  { vouching = noVouching }: Decided,
): Exposure {
  return remainingExposure(exposure, conversationId, vouching);
}

function cautionOf(call: Call, decided: Decided): Caution | undefined {
  return cautionAbout(call.invoker, exposureOf(call, decided));
}

function verdict(call: Call, ruling: Ruling, { circumstances, rules }: Decided): Verdict {
  const { isTrusted, mode } = circumstances();
  const { permissionMode = mode } = call;
  const narrowed = { isTrusted, mode: stricter(mode, permissionMode), place: rules.place };
  const found = verdictOn(call.invoker, ruling, narrowed);
  return unlessNamed(call, ruling, found);
}

/** The decision, if the rules alone make it. `undefined`: the user may have to be asked. */
export function settled({
  call,
  verdict,
  places,
  withheld,
  careful,
}: Judged): PermissionDecision | undefined {
  if (verdict.rule === 'deny') return { allowed: false, reason: verdict.reason };
  const isSpecial = call.proposed !== undefined || call.invoker.alwaysAsk !== undefined;
  return verdict.rule === 'allow' && !isSpecial && careful === undefined
    ? allowed(verdict.reason, { places, withheld })
    : undefined;
}

/** What is left when the rules alone do not decide: earlier answers do, or the user must. */
export async function weigh(
  judged: Judged,
  { approvals }: Pick<Decided, 'approvals'>,
): Promise<{ readonly decision: PermissionDecision } | { readonly weighed: Weighed }> {
  const { call, verdict, places, withheld, careful } = judged;
  const special = await exceptionFor(call);
  const mustAsk = special !== undefined || call.proposed !== undefined;
  if (!mustAsk && careful === undefined && verdict.rule === 'allow')
    return { decision: allowed(verdict.reason, { places, withheld }) };
  const weighed = await unsettled(judged, special);
  const before = mustAsk ? undefined : await approved(weighed, approvals);
  if (before === undefined) return { weighed };
  const why = whyApproved(call.invoker, before.approval);
  return { decision: allowed(why, { places: before.places ?? places, withheld }) };
}

/** For a question, whatever else could decide. */
export async function unsettled(judged: Judged, special: string | undefined): Promise<Weighed> {
  const key = await approvalKey(judged.call.invoker);
  return defined({ ...judged, key, special, subject: judged.subject ?? (await subjectOf(judged.call)) });
}

/** Those of the tool that were given in spite of all that makes the call one to ask about. */
export function approvalsFor(
  {
    key,
    call,
    careful,
  }: Pick<Judged, 'call'> & { readonly key: string; readonly careful: Caution | undefined },
  approvals: Approvals,
): readonly ApprovalInForce[] {
  const about = approvals.about(key, call);
  if (careful === undefined) return about;
  return about.filter(({ despite = [] }) => careful.despite.every(each => despite.includes(each)));
}

/** Whether an earlier yes covers the call, and if only a part of the tool's calls, the places. */
async function approved(
  { call, key, subject, careful }: Weighed,
  approvals: Approvals,
): Promise<{ approval: ApprovalInForce; places?: readonly string[] } | undefined> {
  const about = approvalsFor({ key, call, careful }, approvals);
  const inFull = about.find(({ pattern }) => pattern === undefined);
  if (inFull !== undefined && whyNamed(call) === undefined) return { approval: inFull };
  if (subject === undefined) return undefined;
  for (const approval of about) {
    if (approval.pattern === undefined) continue;
    if (await coversAll(subject, approval.pattern)) return { approval, places: subject.places };
  }
  return undefined;
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
