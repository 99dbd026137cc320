import {
  type Canister,
  type InvocationCanister,
  isInvocation,
  isResult,
  type LeftOutResult,
  type ResultCanister,
} from '../../../words/canister/canister.ts';
import type { Invoker } from '../../../words/ensemble/invoker.ts';
import { estimateContent } from '../../../words/spending/estimate-request.ts';
import { estimateText } from '../../../words/spending/estimate-tokens.ts';
import type { Contents } from '../../../words/workspace/contents.ts';
import { isWithin } from '../../../words/workspace/paths.ts';
import { planOf } from './deduplication-plan.ts';
import { type Matcher, matcherFor } from './matching.ts';
import { readBy, spelled, splitGlob, writtenBy } from './places.ts';
import { callText, supersededLine } from './short-results.ts';

export interface SupersedingOptions {
  readonly invokerOf: (invocation: InvocationCanister) => Invoker | undefined;
  readonly spell: Contents['spell'] | undefined;
  readonly isHidden: (resultId: string) => boolean;
  readonly sent: number;
}

interface PastCall {
  readonly at: number;
  readonly invocation: InvocationCanister;
  readonly result: ResultCanister;
  readonly matcher: Matcher;
  readonly isReading: boolean;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** In tokens. Saving less isn't worth a line. */
const leastSaved = 20;

/** Pinned results stay, and so does what a remaining result points to. */
export function findSuperseded(
  history: readonly Canister[],
  options: SupersedingOptions,
): readonly LeftOutResult[] {
  const calls = pastCalls(history, options);
  const mayGo = ({ at, invocation, result }: PastCall) =>
    at < options.sent && !invocation.marks.pinned && !result.marks.pinned;
  const found = new Map<string, PastCall>();
  for (const call of calls) {
    if (!mayGo(call) || call.result.inShort || options.isHidden(call.result.id)) continue;
    const newer = calls.findLast(other => other.at > call.at && replaces(other, call, options.isHidden));
    if (newer !== undefined && savedBy(newer, call) >= leastSaved) found.set(call.result.id, newer);
  }
  const pointing = calls.filter(({ result }) => result.inShort && found.has(result.repeats ?? ''));
  for (const call of pointing) if (!mayGo(call)) found.delete(call.result.repeats ?? '');
  return calls.flatMap((call): readonly LeftOutResult[] => {
    const own = found.get(call.result.id);
    // A result that points to one that goes, goes with it.
    const newer = own ?? (call.result.inShort ? found.get(call.result.repeats ?? '') : undefined);
    if (newer === undefined) return [];
    const [line, title] = [supersededLine(newer.invocation), callText(call.invocation)];
    const tokens = own === undefined ? 0 : savedBy(newer, call);
    return [{ id: call.result.id, title, line, tokens, replacedBy: newer.invocation.id }];
  });
}

function pastCalls(
  history: readonly Canister[],
  { invokerOf, spell }: SupersedingOptions,
): readonly PastCall[] {
  const invocations = new Map(history.filter(isInvocation).map(each => [each.id, each]));
  return history.flatMap((result, at): readonly PastCall[] => {
    const invocation = isResult(result) ? invocations.get(result.invocationId) : undefined;
    const invoker = invocation && invokerOf(invocation);
    if (
      !isResult(result) ||
      result.failure !== undefined ||
      invocation === undefined ||
      invoker === undefined
    )
      return [];
    const matcher = matcherFor({ invoker, invocation }, { plan: { same: sameOf(invoker) }, spell });
    if (matcher instanceof Promise) return [];
    const reads = spelled(readBy(invoker, invocation.arguments), spell) ?? [];
    const { readOnly, idempotent } = invoker.annotations;
    const writes = readOnly === true ? [] : (spelled(writtenBy(invoker, invocation.arguments), spell) ?? []);
    const isReading =
      planOf(invoker.deduplication) !== undefined || (readOnly === true && idempotent === true);
    return [{ at, invocation, result, matcher, isReading, reads, writes }];
  });
}

/** Your own code decides only about calls that are made, so it isn't asked here. */
function sameOf({ deduplication }: Invoker): 'exact' | 'semantic' {
  return planOf(deduplication)?.same === 'semantic' ? 'semantic' : 'exact';
}

function replaces(newer: PastCall, older: PastCall, isHidden: SupersedingOptions['isHidden']): boolean {
  if (newer.writes.length > 0) return older.reads.length > 0 && isRewritten(older, newer);
  if (newer.matcher.group !== older.matcher.group || !newer.isReading) return false;
  if (newer.result.inShort || isHidden(newer.result.id)) return false;
  const { invocation, result, matcher } = newer;
  return older.matcher.read({ invocation, args: matcher.args, result }) !== undefined;
}

/** A write covers a file itself, or the folder around it that was moved or deleted. */
function isRewritten({ reads }: PastCall, { writes }: PastCall): boolean {
  return reads.every(
    read =>
      splitGlob(read).rest === '' &&
      writes.some(written => splitGlob(written).rest === '' && isWithin(read, written)),
  );
}

function savedBy({ invocation }: PastCall, { result }: PastCall): number {
  return Math.round(estimateContent(result.content) - estimateText(supersededLine(invocation)));
}
