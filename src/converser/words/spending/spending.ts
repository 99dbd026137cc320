import { defined } from '../../ground/json/defined.ts';
import type { Price, Usage } from '../models/provider.ts';
import { addReadAnew, type ReadAnew } from './cache-loss.ts';
import type { TurnTimes } from './turn-times.ts';

export interface Spending {
  readonly requests: number;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly written?: number;
  readonly reasoning: number;
  /** US dollars for the requests with a known price; absent if there are none. */
  readonly cost?: number;
  readonly calls?: number;
  readonly worked?: number;
  /** Tokens that caches had held and providers read anew, by cause. */
  readonly anew?: ReadAnew;
  readonly unpriced?: number;
  readonly estimated?: true;
}

export interface TurnSpending extends Spending {
  readonly rounds: readonly Spending[];
  /** Turns of older versions of Converser have none. */
  readonly times?: TurnTimes;
}

export interface Spent {
  readonly round: Spending;
  readonly turn: Spending;
  readonly conversation: Spending;
}

export const noSpending: Spending = { requests: 0, input: 0, output: 0, cached: 0, reasoning: 0 };

export function spendingOf(usage: Usage, price?: Price): Spending {
  const { requests = 1, input = 0, output = 0, cached = 0, written, reasoning = 0, estimated } = usage;
  const charged = price === undefined ? { unpriced: requests } : { cost: costOf(usage, price) };
  return defined({
    requests,
    input,
    output,
    cached,
    written: written || undefined,
    reasoning,
    ...charged,
    estimated,
  });
}

/** US dollars without the reply, as if all were written to the cache if that costs more. */
export function costOfRequest(tokens: number, price: Price): number {
  return costOf({ input: tokens, written: tokens }, price);
}

export function costOf(
  { requests = 1, input = 0, output = 0, cached = 0, written = 0, writtenForHour = 0 }: Usage,
  { long, ...ordinary }: Price,
): number {
  const price = long !== undefined && input / Math.max(requests, 1) > long.above ? long : ordinary;
  const read = Math.min(cached, input);
  const kept = Math.min(written, input - read);
  const keptForHour = Math.min(writtenForHour, kept);
  const writing = price.written ?? price.input;
  const millionths =
    (input - read - kept) * price.input +
    read * (price.cached ?? price.input) +
    (kept - keptForHour) * writing +
    keptForHour * (price.writtenForHour ?? writing) +
    output * price.output;
  return exact(millionths / 1_000_000);
}

export function addSpending(one: Spending, other: Spending): Spending {
  const cost = addKnown(one.cost, other.cost);
  return defined({
    requests: one.requests + other.requests,
    input: one.input + other.input,
    output: one.output + other.output,
    cached: one.cached + other.cached,
    written: addKnown(one.written, other.written),
    reasoning: one.reasoning + other.reasoning,
    cost: cost === undefined ? undefined : exact(cost),
    calls: addKnown(one.calls, other.calls),
    worked: addKnown(one.worked, other.worked),
    anew: addReadAnew(one.anew, other.anew),
    unpriced: addKnown(one.unpriced, other.unpriced),
    estimated: one.estimated ?? other.estimated,
  });
}

export function sumSpending(some: readonly Spending[]): Spending {
  return some.reduce(addSpending, noSpending);
}

export function correctUsage(earlier: Usage, later: Usage): Usage {
  const { estimated: _corrected, ...reported } = earlier;
  const isWhole = later.input !== undefined && later.output !== undefined;
  return { ...(isWhole ? reported : earlier), ...later };
}

const kinds = ['input', 'output', 'cached', 'written', 'writtenForHour', 'reasoning'] as const;

export function addUsage(one: Usage = {}, other: Usage = {}): Usage {
  const told = kinds.filter(kind => one[kind] !== undefined || other[kind] !== undefined);
  return {
    ...Object.fromEntries(told.map(kind => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)])),
    requests: (one.requests ?? 1) + (other.requests ?? 1),
    ...(one.estimated || other.estimated ? { estimated: true } : {}),
  };
}

function addKnown(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
}

/** Whole billionths of a dollar, so that sums neither drift nor depend on their order. */
function exact(dollars: number): number {
  return Math.round(dollars * 1e9) / 1e9;
}
