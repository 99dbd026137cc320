import { defined } from '../../ground/json/defined.ts';
import type { Call } from '../../words/ensemble/call.ts';
import { fullName, type Subject } from '../../words/ensemble/invoker.ts';
import { type Exposure, unexposed } from '../../words/labels/exposure.ts';
import { type PermissionMode, stricter } from '../../words/permission/permission-mode.ts';
import {
  type Rule,
  type RuleBook,
  type Ruling,
  rulingFor,
  rulingOfAll,
} from '../../words/permission/rules.ts';
import {
  type Caution,
  cautionAbout,
  noVouching,
  remainingExposure,
  type Vouching,
} from '../caution/caution.ts';
import { approvalKey } from './approval-key.ts';
import { type ApprovalInForce, type Approvals, whyApproved } from './approvals.ts';
import { allowed, type Decision, type PermissionResult } from './decision.ts';
import { type Circumstances, unlessNamed, type Verdict, verdictOn } from './permission-rule.ts';
import { exceptionIn, reviewOf, subjectOf } from './review-call.ts';

export interface Decided {
  readonly rules: RuleBook;
  readonly circumstances: () => Pick<Circumstances, 'isTrusted' | 'mode'>;
  readonly approvals: Approvals;
  readonly vouching?: Vouching;
}

export function judgeByName(call: Call, about: readonly Rule[], decided: Decided): Decision {
  return judged({ call, review: reviewOf(call) }, rulingOfAll(about), decided);
}

export async function judgeByPlaces(call: Call, about: readonly Rule[], decided: Decided): Promise<Decision> {
  const review = reviewOf(call);
  const subject = await subjectOf(call, review);
  const ruling = await rulingFor(about, subject);
  const { withheld } = ruling;
  return judged(defined({ call, review, subject, places: subject?.places, withheld }), ruling, decided);
}

export function isAboutPlaces(rules: readonly Rule[]): boolean {
  return rules.some(({ pattern }) => pattern !== undefined);
}

export async function judge(call: Call, decided: Decided): Promise<Decision> {
  const about = decided.rules.about(fullName(call.invoker));
  return isAboutPlaces(about) ? judgeByPlaces(call, about, decided) : judgeByName(call, about, decided);
}

export function exposureOf(
  { exposure = unexposed, ...call }: Call,
  { vouching = noVouching }: Decided,
): Exposure {
  return remainingExposure(exposure, clearedWith(call), vouching);
}

/** What you clear for a program is clear in all its conversations, as is what they were exposed to. */
export function clearedWith({ client, conversationId }: Pick<Call, 'client' | 'conversationId'>): string {
  return client === undefined ? conversationId : `program ${client}`;
}

function judged(known: Omit<Decision, 'verdict'>, ruling: Ruling, decided: Decided): Decision {
  const { call, review } = known;
  const { invoker } = call;
  const narrowed = {
    isTrusted: decided.circumstances().isTrusted,
    mode: modeFor(call, decided),
    place: decided.rules.place,
    acceptsEdits: call.acceptsEdits?.() === true,
  };
  const verdict = unlessNamed(verdictOn(invoker, ruling, narrowed), ruling, { invoker, review });
  return defined({ ...known, verdict, careful: carefulnessOf(call, { verdict, ruling, decided }) });
}

interface Judgement {
  readonly verdict: Verdict;
  readonly ruling: Ruling;
  readonly decided: Decided;
}

/** Your rules for places hold although a server describes its tools, as long as nothing else of it was read. */
function carefulnessOf(call: Call, { verdict, ruling: { rule }, decided }: Judgement): Caution | undefined {
  const { invoker } = call;
  const exposure = exposureOf(call, decided);
  const isNamed = verdict.rule === 'allow' && rule?.pattern !== undefined;
  const staysHere = invoker.annotations.openWorld === false;
  const { described } = unexposed;
  return cautionAbout(invoker, isNamed && staysHere ? { ...exposure, described } : exposure);
}

function modeFor({ permissionMode }: Call, { circumstances }: Decided): PermissionMode {
  const { mode } = circumstances();
  return stricter(mode, permissionMode ?? mode);
}

/** Invariant: a call that must fail tells the model nothing that it would otherwise learn only with your yes. */
export async function failsUnasked(
  { call, review: { failsAs }, subject, exception }: Decision,
  decided: Decided,
): Promise<boolean> {
  if (failsAs === undefined || exception !== undefined || call.proposed !== undefined) return false;
  if (call.isBehind?.() === true || modeFor(call, decided) === 'everything') return false;
  const { rule, unclear } = await rulingFor(decided.rules.about(failsAs), subject);
  return unclear === undefined && (rule === undefined || rule.rule === 'allow');
}

export function settled(decision: Decision): PermissionResult | undefined {
  const { call, review, verdict, careful } = decision;
  if (verdict.rule === 'deny') return { allowed: false, reason: verdict.reason };
  const isSpecial = call.proposed !== undefined || review.alwaysAsk !== undefined;
  return verdict.rule === 'allow' && !isSpecial && careful === undefined
    ? allowedByRules(decision)
    : undefined;
}

function allowedByRules({ verdict, places, withheld }: Decision): PermissionResult {
  return allowed(verdict.reason, { places, withheld });
}

export async function weigh(
  judged: Decision,
  { approvals }: Pick<Decided, 'approvals'>,
): Promise<PermissionResult | Decision> {
  const { call, verdict, careful, withheld } = judged;
  const exception = await exceptionIn(judged.review);
  const mustAsk = exception !== undefined || call.proposed !== undefined;
  if (!mustAsk && careful === undefined && verdict.rule === 'allow') return allowedByRules(judged);
  const decision = await unsettled(judged, exception);
  const before = mustAsk ? undefined : await approved(decision, approvals);
  if (before === undefined) return decision;
  const { approval, places = judged.places } = before;
  return allowed(whyApproved(call.invoker, approval), { places, withheld });
}

export async function unsettled(judged: Decision, exception: string | undefined): Promise<Decision> {
  const { call, review, subject = await subjectOf(call, review) } = judged;
  return defined({ ...judged, exception, subject });
}

export function approvalsFor(
  key: string,
  { call, careful }: Decision,
  approvals: Approvals,
): readonly ApprovalInForce[] {
  const about = approvals.about(key, call);
  if (careful === undefined) return about;
  return about.filter(({ despite = [] }) => careful.despite.every(each => despite.includes(each)));
}

async function approved(
  decision: Decision,
  approvals: Approvals,
): Promise<{ approval: ApprovalInForce; places?: readonly string[] } | undefined> {
  const { call, review, subject } = decision;
  const about = approvalsFor(await approvalKey(call.invoker), decision, approvals);
  const inFull = about.find(({ pattern }) => pattern === undefined);
  if (inFull !== undefined && review.mustBeNamed === undefined) return { approval: inFull };
  if (subject === undefined) return undefined;
  for (const approval of about) {
    if (approval.pattern === undefined) continue;
    if (await coversAll(subject, approval.pattern)) return { approval, places: subject.places };
  }
  return undefined;
}

/** A pattern that can't be used covers nothing. */
async function coversAll(subject: Subject, pattern: string): Promise<boolean> {
  try {
    return (await subject.covered(pattern)) === 'all';
  } catch {
    return false;
  }
}
