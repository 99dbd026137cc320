import { defined } from '../../ground/json/defined.ts';
import { isAmount, isJsonObject } from '../../ground/json/json.ts';
import type { Price, Usage } from '../models/provider.ts';
import { addReadAnew, parseReadAnew, type ReadAnew } from './cache-loss.ts';

/** What some requests to models used and cost, as reported by providers unless `estimated`. */
export interface Spending {
  /** Requests that were sent, including failed ones. */
  readonly requests: number;
  /** Tokens. */
  readonly input: number;
  readonly output: number;
  /** Part of `input`. */
  readonly cached: number;
  /** Part of `input`, and no part of `cached`: what was written to a cache; absent if nothing was. */
  readonly written?: number;
  /** Part of `output`. */
  readonly reasoning: number;
  /** US dollars for the requests with a known price; absent if there are none. */
  readonly cost?: number;
  /** Calls of tools; absent if there are none. */
  readonly calls?: number;
  /** Milliseconds in which models and tools worked, those at the same time counted once; absent if there are none. */
  readonly worked?: number;
  /** What caches had held and providers read anew, by cause; absent if there is none. */
  readonly anew?: ReadAnew;
  /** How many requests have no known price; absent if there are none. */
  readonly unpriced?: number;
  /** At least one figure was estimated. */
  readonly estimated?: true;
}

/** The spending of a turn, and of each of its rounds. */
export interface TurnSpending extends Spending {
  readonly rounds: readonly Spending[];
}

/** The spending of the round, the turn and the conversation so far, each part of the next. */
export interface Spent {
  readonly round: Spending;
  readonly turn: Spending;
  readonly conversation: Spending;
}

export const noSpending: Spending = { requests: 0, input: 0, output: 0, cached: 0, reasoning: 0 };

/** The spending of one reported usage. */
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

/**
 * US dollars that a request of so many tokens may cost, without its reply: as if all of it were written to the cache, where
 * that costs more, because the cache may have been lost.
 */
export function costOfRequest(tokens: number, price: Price): number {
  return costOf({ input: tokens, written: tokens }, price);
}

/** US dollars. Of several requests for one reply, each is taken to be as long as the others. */
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

/** The order of additions does not matter. */
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

/** A turn's spending as it was stored; `undefined` if it is damaged. */
export function parseTurnSpending(value: unknown): TurnSpending | undefined {
  const total = parseSpending(value);
  if (total === undefined || !isJsonObject(value)) return undefined;
  const rounds = Array.isArray(value.rounds) ? value.rounds.map(parseSpending) : [];
  return { ...total, rounds: rounds.every(round => round !== undefined) ? rounds : [] };
}

/** Spending as it was stored; `undefined` if it is damaged. */
export function parseSpending(value: unknown): Spending | undefined {
  if (!isJsonObject(value)) return undefined;
  const { requests, input, output, cached, written, reasoning, cost, calls, worked, unpriced, estimated } =
    value;
  const isWhole = [requests, input, output, cached, reasoning].every(isAmount);
  if (
    !isWhole ||
    ![written, cost, calls, worked, unpriced].every(amount => amount === undefined || isAmount(amount))
  )
    return undefined;
  const figures = { requests, input, output, cached, written, reasoning, cost, calls, worked, unpriced };
  const anew = parseReadAnew(value.anew);
  return defined({ ...figures, anew, estimated: estimated === true ? true : undefined }) as Spending;
}

/** The usage of one request that is reported in several pieces: a later figure replaces an earlier one. */
export function correctUsage(earlier: Usage, later: Usage): Usage {
  const { estimated: _corrected, ...reported } = earlier;
  const isWhole = later.input !== undefined && later.output !== undefined;
  return { ...(isWhole ? reported : earlier), ...later };
}

const kinds = ['input', 'output', 'cached', 'written', 'writtenForHour', 'reasoning'] as const;

/** The usage of two requests for one reply. A figure that neither reports is absent. */
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

/** Dollars in whole billionths, so that sums neither drift nor depend on their order. */
function exact(dollars: number): number {
  return Math.round(dollars * 1e9) / 1e9;
}
