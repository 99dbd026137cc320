import type { Canister } from '../../words/canister/canister.ts';
import { beginsTurn, isInput } from '../../words/canister/input.ts';

/** Where a part of a history begins, and where the next one does. */
export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** The turns of a history, without the instructions above it. */
export function turnsOf(history: readonly Canister[]): readonly Span[] {
  const starts = history.flatMap((canister, at) => (beginsTurn(canister, history[at - 1]) ? [at] : []));
  return spans(starts, history.length);
}

/**
 * What only goes or stays together: what you sent, each by itself, and rounds: what the model said, its calls and their
 * results.
 */
export function unitsOf(history: readonly Canister[], { start, end }: Span): readonly Span[] {
  const starts: number[] = [];
  for (let at = start; at < end; at++) {
    const [canister, before] = [history[at], at === start ? undefined : history[at - 1]];
    if (canister === undefined) break;
    if (!goesOn(canister, before)) starts.push(at);
  }
  return spans(starts, end);
}

function goesOn({ role }: Canister, before: Canister | undefined): boolean {
  if (role === 'result') return before?.role === 'invocation' || before?.role === 'result';
  return role === 'invocation' && (before?.role === 'assistant' || before?.role === 'invocation');
}

/** Whether a unit is a round with calls. */
export function isRound(history: readonly Canister[], { start, end }: Span): boolean {
  return history.slice(start, end).some(({ role }) => role === 'invocation');
}

/** What stays whatever is left out around it: what is pinned and, where only rounds go, what you sent. */
export function staysAlways(unit: readonly Canister[], isOfRounds: boolean): boolean {
  return unit.some(canister => canister.marks.pinned || (isOfRounds && isInput(canister)));
}

function spans(starts: readonly number[], end: number): readonly Span[] {
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? end }));
}
