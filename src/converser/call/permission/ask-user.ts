import { aborted, orAborted, stopWith } from '../../ground/async/abort.ts';
import type { Place } from '../../ground/async/gatherings.ts';
import { defined } from '../../ground/json/defined.ts';
import { canonicalJson, type JsonObject } from '../../ground/json/json.ts';
import { isNestedDeeper, mostNested } from '../../ground/json/nesting.ts';
import type { Clock } from '../../ground/ports.ts';
import { waitText } from '../../ground/wording/numbers.ts';
import { visibleProse } from '../../ground/wording/visible-text.ts';
import type { Failure } from '../../words/canister/canister.ts';
import type { Call } from '../../words/ensemble/call.ts';
import type { Preview } from '../../words/ensemble/invoker.ts';
import type { Approver } from '../../words/permission/approver.ts';
import type {
  PermissionAnswer,
  PermissionQuestion,
  PermissionScope,
  QuestionCaution,
} from '../../words/permission/permission-question.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { withDefaults } from '../arguments/fill-defaults.ts';
import { type Caution, noVouching, sourcesIn } from '../caution/caution.ts';
import type { Decision } from './decision.ts';
import { ofEdit, ofProposal } from './permission-rule.ts';
import { previewCall } from './preview-call.ts';
import { exceptionIn } from './review-call.ts';
import { type Decided, failsUnasked, judge, unsettled } from './weigh-call.ts';

export interface AskPorts extends Decided {
  readonly approver: Approver;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** In milliseconds; 0 or absent sets no limit. Read for each question. */
  readonly timeLimit?: () => number;
}

export type Outcome =
  | {
      readonly kind: 'answered';
      readonly decision: Decision;
      readonly question: PermissionQuestion;
      readonly answer: Exclude<PermissionAnswer, { readonly kind: 'edit' }>;
    }
  | { readonly kind: 'unanswered'; readonly why?: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface AskOptions {
  readonly place: Place;
  readonly signal: AbortSignal;
  readonly take: () => void;
}

export async function askUser(begun: Decision, ports: AskPorts, options: AskOptions): Promise<Outcome> {
  const { place, signal, take } = options;
  let decision = begun;
  const mayFail = await failsUnasked(begun, ports);
  const { preview, failure } = await previewCall(begun, { clock: ports.clock, signal });
  if (mayFail && failure !== undefined) return { kind: 'failed', failure };
  let question = await questionAbout(decision, preview, ports);
  for (;;) {
    if (signal.aborted) return { kind: 'unanswered' };
    const answer = await orAborted(
      place.open(() => answerTo(question, ports, signal)),
      signal,
    );
    if (answer === aborted) return { kind: 'unanswered' };
    if (answer.kind === 'late') return { kind: 'unanswered', why: answer.why };
    take();
    if (answer.kind !== 'edit') return { kind: 'answered', decision, question, answer };
    const draft = answer.arguments;
    const next = await changed(decision, draft, ports);
    if (typeof next === 'string') {
      question = { ...question, draft, mistake: visibleProse(next) };
      continue;
    }
    decision = next;
    const { preview } = await previewCall(decision, { clock: ports.clock, signal });
    question = await questionAbout(decision, preview, ports);
  }
}

async function questionAbout(
  decision: Decision,
  preview: Preview | undefined,
  ports: AskPorts,
): Promise<PermissionQuestion> {
  const { call, subject } = decision;
  const isForOnce = decision.exception !== undefined || call.proposed !== undefined;
  const offered = isForOnce
    ? { scopes: thisCallOnly, patterns: [] }
    : { scopes: scopesFor(decision, ports), patterns: (await subject?.patterns()) ?? [] };
  const caution = cautionIn(decision, ports);
  const reason = reasonFor(decision, preview !== undefined);
  const isPlain =
    preview && decision.verdict.isGeneral && reason === decision.verdict.reason ? true : undefined;
  return defined({ ...call, reason, isPlain, ...offered, preview, caution });
}

function cautionIn({ careful }: Decision, { vouching = noVouching }: AskPorts): QuestionCaution | undefined {
  if (careful === undefined) return undefined;
  return { sources: vouching.trusted.add === undefined ? [] : sourcesIn(careful.despite) };
}

function reasonFor({ call, exception, verdict, careful }: Decision, isShown: boolean): string {
  const isSaid = verdict.rule === 'ask' && !(careful !== undefined && isShown && verdict.isGeneral);
  const plain = exception ?? (isSaid ? verdict.reason : '');
  const reason = careful === undefined ? plain : withCaution(plain, careful);
  const told = call.within === undefined ? reason : `${call.within.by} wants this. ${reason}`.trim();
  if (call.invocation.written !== undefined) return ofEdit(told);
  return call.proposed === undefined ? told : ofProposal(told);
}

function withCaution(plain: string, { reason }: Caution): string {
  return plain === '' ? `Converser asks because ${reason}` : `${plain} Also, ${reason}`;
}

const thisCallOnly: readonly PermissionScope[] = ['once'];

function scopesFor({ call, careful }: Decision, { rules }: AskPorts): readonly PermissionScope[] {
  const { invoker, turn } = call;
  const short = ['once', ...(turn === undefined ? [] : (['turn'] as const)), 'conversation'] as const;
  if (careful !== undefined) return short;
  // Rules for every workspace never cover what a folder brought along.
  const mayBeEverywhere = rules.allow !== undefined && invoker.origin !== 'workspace';
  return [...short, 'workspace', ...(mayBeEverywhere ? (['user'] as const) : [])];
}

type Answered = PermissionAnswer | { readonly kind: 'late'; readonly why: string };

async function answerTo(
  question: PermissionQuestion,
  { approver, clock, timeLimit }: AskPorts,
  signal: AbortSignal,
): Promise<Answered> {
  const limit = timeLimit?.() ?? 0;
  if (limit <= 0) return approver.ask(question, signal);
  const { controller: over, release } = stopWith(signal);
  const stopClock = clock.after(limit, () => over.abort());
  const end = clock.monotonic() + limit;
  const timeLeft = () => Math.max(0, end - clock.monotonic());
  try {
    const answer = await orAborted(approver.ask({ ...question, timeLeft }, over.signal), over.signal);
    if (answer !== aborted) return answer;
    return { kind: 'late', why: `The user did not answer within ${waitText(limit)}.` };
  } finally {
    stopClock();
    release();
  }
}

async function changed(decision: Decision, draft: JsonObject, ports: AskPorts): Promise<Decision | string> {
  const args = withDefaults(draft, decision.call.invoker);
  const mistake = await mistakeIn(args, decision.call);
  if (mistake !== undefined) return mistake;
  const judged = await judge(withArguments(decision.call, args), ports);
  if (judged.verdict.rule === 'deny') return judged.verdict.reason;
  return unsettled(judged, await exceptionIn(judged.review));
}

function withArguments(call: Call, args: JsonObject): Call {
  const { written, ...invocation } = call.invocation;
  const original = written ?? invocation.arguments;
  return canonicalJson(args) === canonicalJson(original)
    ? { ...call, invocation: { ...invocation, arguments: original } }
    : { ...call, invocation: { ...invocation, arguments: args, written: original } };
}

/** In characters of JSON. */
const longest = 1_000_000;

async function mistakeIn(args: JsonObject, { invoker }: Pick<Call, 'invoker'>): Promise<string | undefined> {
  if (isNestedDeeper(args, mostNested)) return `They are nested more than ${mostNested} levels deep.`;
  if (JSON.stringify(args).length > longest) return `They are longer than ${longest} characters.`;
  const checked = await checkArguments(args, invoker.arguments);
  if (checked.valid) return undefined;
  return `${checked.complaint.charAt(0).toUpperCase()}${checked.complaint.slice(1)}.`;
}
