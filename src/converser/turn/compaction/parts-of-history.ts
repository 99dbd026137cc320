import { beginsTurn, type Canister, isInput } from '../../words/canister/canister.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function turnsOf(history: readonly Canister[]): readonly Span[] {
  const starts = history.flatMap((canister, at) => (beginsTurn(canister, history[at - 1]) ? [at] : []));
  return spans(starts, history.length);
}

/** A unit goes or stays together: a message of yours, or a round of the model with its calls and results. */
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

export function isRound(history: readonly Canister[], { start, end }: Span): boolean {
  return history.slice(start, end).some(({ role }) => role === 'invocation');
}

export function staysAlways(unit: readonly Canister[], isOfRounds: boolean): boolean {
  return unit.some(canister => canister.marks.pinned || (isOfRounds && isInput(canister)));
}

function spans(starts: readonly number[], end: number): readonly Span[] {
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? end }));
}
