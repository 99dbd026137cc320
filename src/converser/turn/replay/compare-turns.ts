import { shortened } from '../../ground/wording/cut-text.ts';
import { countText, durationText } from '../../ground/wording/numbers.ts';
import { type Canister, type InvocationCanister, isInvocation } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import { isInterruption } from '../../words/canister/interruption.ts';
import { wireName } from '../../words/ensemble/wire-name.ts';
import { modelReference } from '../../words/models/model-reference.ts';
import { spendingText } from '../../words/spending/spending-text.ts';
import { callKeys } from './recorded-tools.ts';
import type { PlayedTurn, RecordedTurn } from './recorded-turn.ts';
import type { ReplayedTurn } from './replay-turn.ts';

export interface Comparison {
  /** It came to the same calls, in the same order, and to an answer, in whatever words. */
  readonly isSame: boolean;
  readonly conclusion: string;
  /** The first call that isn’t the same, or else the first text. */
  readonly difference?: { readonly recorded: string; readonly replayed: string };
}

export function compareTurns(recorded: RecordedTurn, replayed: ReplayedTurn): Comparison {
  const keyOf = callKeys(recorded);
  const [one, other] = [stepsOf(recorded.canisters, keyOf), stepsOf(replayed.canisters, keyOf)];
  const calls = firstDifference(one.filter(isCall), other.filter(isCall));
  // Words differ nearly always.
  const difference = calls ?? firstDifference(one, other);
  const { unrecorded, outcome, problem = '' } = replayed;
  const conclude = (): string => {
    if (unrecorded !== undefined) return `It asked for ${callText(unrecorded)}, which wasn’t recorded.`;
    if (outcome !== 'final') return `It came to no answer: ${problem}`;
    if (calls !== undefined) return 'The calls differ.';
    return difference === undefined ? 'The same calls and words.' : 'The same calls. The words differ.';
  };
  const isSame = unrecorded === undefined && outcome === 'final' && calls === undefined;
  return { isSame, conclusion: conclude(), ...(difference && { difference }) };
}

export function figuresOf(turn: PlayedTurn): readonly (readonly [title: string, text: string])[] {
  const { model, outcome, problem = outcome, canisters, spending, milliseconds } = turn;
  return [
    ['Model', modelReference(model)],
    ['End', outcome === 'final' ? 'Answer' : problem],
    ['Calls', countText(canisters.filter(isInvocation).length, 'call')],
    ['Spent', (spending && spendingText(spending)) || 'Unknown'],
    ['Time', durationText(milliseconds)],
  ];
}

interface Step {
  readonly key: string;
  readonly text: string;
  readonly isCall?: true;
}

function isCall(step: Step): boolean {
  return step.isCall === true;
}

function stepsOf(
  canisters: readonly Canister[],
  keyOf: (call: InvocationCanister) => string,
): readonly Step[] {
  return canisters.flatMap((canister): readonly Step[] => {
    if (isInvocation(canister)) return [{ key: keyOf(canister), text: callText(canister), isCall: true }];
    if (canister.role !== 'assistant' || isInterruption(canister)) return [];
    const said = textOf(canister.content).trim();
    return said === '' ? [] : [{ key: said, text: JSON.stringify(shortened(said, mostShown)) }];
  });
}

function firstDifference(one: readonly Step[], other: readonly Step[]): Comparison['difference'] {
  const at = (one.length > other.length ? one : other).findIndex((_, i) => one[i]?.key !== other[i]?.key);
  const none = { text: 'nothing more' };
  return at === -1 ? undefined : { recorded: (one[at] ?? none).text, replayed: (other[at] ?? none).text };
}

const mostShown = 200;

function callText(call: InvocationCanister): string {
  return `${wireName(call)} ${shortened(JSON.stringify(call.written ?? call.arguments), mostShown)}`;
}
