import { canonicalJson } from '../../../ground/json/json.ts';
import {
  type Canister,
  type InvocationCanister,
  isInvocation,
  isResult,
  type LeftOutResult,
  type ResultCanister,
} from '../../../words/canister/canister.ts';
import { text, textOf } from '../../../words/canister/content.ts';
import { fullName } from '../../../words/ensemble/invoker.ts';

/** Invariant: a line only ever points to a result that is there as a whole. Pinned results are whole. */
export function shortened(
  history: readonly Canister[],
  leftOut: ReadonlyMap<string, LeftOutResult>,
): readonly Canister[] {
  if (leftOut.size === 0 && !history.some(each => isResult(each) && each.inShort)) return history;
  const invocations = new Map(history.filter(isInvocation).map(each => [each.id, each]));
  const whole = new Map<string, InvocationCanister | undefined>();
  return history.map(canister => {
    if (!isResult(canister)) return canister;
    const left = leftOut.get(canister.id);
    if (
      left !== undefined &&
      !isPinned(canister, invocations.get(canister.invocationId)) &&
      (left.replacedBy === undefined || invocations.has(left.replacedBy))
    )
      return withLine(canister, left);
    const earlier = canister.inShort ? whole.get(canister.repeats ?? '') : undefined;
    if (earlier !== undefined) return withLine(canister, { line: repeatLine(earlier) });
    whole.set(canister.id, invocations.get(canister.invocationId));
    return canister;
  });
}

export function isPinned({ marks }: ResultCanister, invocation: InvocationCanister | undefined): boolean {
  return marks.pinned || invocation?.marks.pinned === true;
}

export function repeatLine(earlier: InvocationCanister): string {
  return `[Unchanged: see the result of your earlier call ${callText(earlier)} above.]`;
}

export function supersededLine(newer: InvocationCanister): string {
  return `[Left out: superseded by your later call ${callText(newer)} below. If you need more than that shows, call again.]`;
}

/** In characters: arguments of a write may be long. */
const longestArguments = 200;

export function callText(invocation: InvocationCanister): string {
  const args = canonicalJson(invocation.arguments);
  const shown = args.length > longestArguments ? `${args.slice(0, longestArguments - 1)}…` : args;
  return `${fullName(invocation)} ${shown.toWellFormed()}`;
}

/** Cached, so that what was sent before stays identical. */
const made = new WeakMap<
  ResultCanister,
  { readonly line: string; readonly kept: number; readonly canister: ResultCanister }
>();

function withLine(result: ResultCanister, { line, kept = 0 }: Line): ResultCanister {
  const before = made.get(result);
  if (before?.line === line && before.kept === kept) return before.canister;
  const canister = kept === 0 ? asLine(result, line) : begunWith(result, { line, kept });
  made.set(result, { line, kept, canister });
  return canister;
}

/** Nothing that others wrote is left, so the line may say what to do. */
function asLine({ label: _former, ...result }: ResultCanister, line: string): ResultCanister {
  return { ...result, content: [text(line)] };
}

function begunWith(result: ResultCanister, { line, kept }: Required<Line>): ResultCanister {
  const begun = textOf(result.content).slice(0, kept).toWellFormed();
  return { ...result, content: [text(`${begun}\n${line}`)] };
}

type Line = Pick<LeftOutResult, 'line' | 'kept'>;
