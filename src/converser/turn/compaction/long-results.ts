import { callText } from '../../call/invocation/deduplication/short-results.ts';
import {
  type Canister,
  type InvocationCanister,
  isInvocation,
  isResult,
  type LeftOutResult,
  type ResultCanister,
} from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import { fullName } from '../../words/ensemble/invoker.ts';
import { estimateContent } from '../../words/spending/estimate-request.ts';
import { estimateText } from '../../words/spending/estimate-tokens.ts';
import { cutLine, leftOutLine } from './lines.ts';
import { readResult } from './read-result.ts';

export interface ReadResult {
  readonly at: number;
  readonly invocation: InvocationCanister;
  readonly result: ResultCanister;
  readonly tokens: number;
}

/** In tokens. Saving fewer isn't worth a line. */
const leastSaved = 100;

export function readResults(
  history: readonly Canister[],
  read: (result: ResultCanister) => Canister | undefined,
): readonly ReadResult[] {
  const invocations = new Map(history.filter(isInvocation).map(each => [each.id, each]));
  return history.flatMap((result, at): readonly ReadResult[] => {
    const invocation = isResult(result) ? invocations.get(result.invocationId) : undefined;
    if (!isResult(result) || invocation === undefined) return [];
    if (result.marks.pinned || invocation.marks.pinned) return [];
    const now = read(result);
    return now === undefined ? [] : [{ at, invocation, result, tokens: estimateContent(now.content) }];
  });
}

export interface Shorter {
  readonly result: LeftOutResult;
  readonly saved: number;
}

export function leftOut(read: ReadResult, by?: 'user'): Shorter | undefined {
  const { invocation, result } = read;
  const again = againFor(invocation, result);
  const line = leftOutLine(callText(invocation), { ...sizeOf(result), again, ...(by && { by }) });
  const shorter = shorten(read, { line, now: estimateText(line) });
  return shorter.saved < leastSaved ? undefined : shorter;
}

/** Results that only point to this one go with it. */
export function withRepeating(taken: LeftOutResult, all: readonly ReadResult[]): readonly LeftOutResult[] {
  const repeating = all.filter(({ result }) => result.inShort && result.repeats === taken.id);
  return [taken, ...repeating.map(({ result }) => ({ ...taken, id: result.id, tokens: 0 }))];
}

export function cutTo(read: ReadResult, most: number): Shorter | undefined {
  const { invocation, result } = read;
  const whole = textOf(result.content);
  const kept = Math.floor(whole.length * Math.min(1, most / Math.max(1, estimateContent(result.content))));
  const line = cutLine({ ...sizeOf(result), kept, again: againFor(invocation, result, kept) });
  const now = estimateText(whole.slice(0, kept)) + estimateText(line);
  const shorter = shorten(read, { line, now, ...(kept > 0 ? { kept } : {}) });
  return shorter.saved <= 0 ? undefined : shorter;
}

function shorten(
  { invocation, result, tokens }: ReadResult,
  { now, ...line }: { readonly now: number } & Pick<LeftOutResult, 'line' | 'kept'>,
): Shorter {
  const gone = Math.max(0, Math.round(estimateContent(result.content) - now));
  const record = { id: result.id, title: callText(invocation), ...line, tokens: gone };
  return { result: record, saved: Math.round(tokens - now) };
}

function sizeOf({ content }: ResultCanister): { readonly characters: number } {
  return { characters: textOf(content).length };
}

function againFor(
  { arguments: args, ...call }: InvocationCanister,
  { id }: ResultCanister,
  from = 0,
): string {
  const isReading = fullName(call) === fullName(readResult);
  const source = isReading && typeof args.id === 'string' ? args.id : id;
  const before = isReading && typeof args.from === 'number' ? args.from : 0;
  const at = before + from;
  return `${fullName(readResult)} ${JSON.stringify(at === 0 ? { id: source } : { id: source, from: at })}`;
}
