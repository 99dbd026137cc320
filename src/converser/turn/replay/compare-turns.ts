import { shortened } from '../../ground/wording/cut-text.ts';
import { countText, durationText } from '../../ground/wording/numbers.ts';
import { type Canister, type InvocationCanister, isInvocation } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import { isInterruption } from '../../words/canister/interruption.ts';
import { fullName } from '../../words/ensemble/invoker.ts';
import { modelReference } from '../../words/models/model-reference.ts';
import { spendingText } from '../../words/spending/spending-text.ts';
import { recordedCalls } from './recorded-calls.ts';
import type { PlayedTurn, RecordedTurn } from './recorded-turn.ts';
import type { ReplayedTurn } from './replay-turn.ts';

export interface Comparison {
  /** It came to the same calls, in the same order, and to an answer, in whatever words. */
  readonly isSame: boolean;
  readonly conclusion: string;
  /** The first call or text that isn’t the same. */
  readonly difference?: { readonly recorded: string; readonly replayed: string };
}

export function compareTurns(recorded: RecordedTurn, replayed: ReplayedTurn): Comparison {
  const { keyOf } = recordedCalls(recorded);
  const [one, other] = [stepsOf(recorded.canisters, keyOf), stepsOf(replayed.canisters, keyOf)];
  const calls = firstDifference(one.filter(isCall), other.filter(isCall));
  const difference = firstDifference(one, other);
  const { unrecorded, outcome, problem = '' } = replayed;
  const isSame = unrecorded === undefined && outcome === 'final' && calls === undefined;
  const same = difference === undefined ? 'The same calls and words.' : 'The same calls. The words differ.';
  const conclusion =
    unrecorded !== undefined
      ? `It asked for ${callText(unrecorded)}, which wasn’t recorded.`
      : outcome !== 'final'
        ? `It came to no answer: ${problem}`
        : calls === undefined
          ? same
          : 'The calls differ.';
  // Words differ nearly always, so the calls come first where they do.
  const shown = calls ?? difference;
  return { isSame, conclusion, ...(shown && { difference: shown }) };
}

export function figuresOf(turn: PlayedTurn): readonly (readonly [title: string, text: string])[] {
  const { model, outcome, canisters, spending, milliseconds } = turn;
  return [
    ['Model', modelReference(model)],
    ['End', outcome === 'final' ? 'Answer' : (turn.problem ?? outcome)],
    ['Calls', countText(canisters.filter(isInvocation).length, 'call')],
    ['Spent', (spending && spendingText(spending)) || 'Nothing known'],
    ['Time', durationText(milliseconds)],
  ];
}

interface Step {
  readonly kind: 'call' | 'text';
  readonly key: string;
  readonly text: string;
}

function isCall({ kind }: Step): boolean {
  return kind === 'call';
}

function stepsOf(
  canisters: readonly Canister[],
  keyOf: (call: InvocationCanister) => string,
): readonly Step[] {
  return canisters.flatMap((canister): readonly Step[] => {
    if (isInvocation(canister)) return [{ kind: 'call', key: keyOf(canister), text: callText(canister) }];
    if (canister.role !== 'assistant' || isInterruption(canister)) return [];
    const said = textOf(canister.content).trim();
    return said === '' ? [] : [{ kind: 'text', key: said, text: JSON.stringify(short(said)) }];
  });
}

function firstDifference(one: readonly Step[], other: readonly Step[]): Comparison['difference'] {
  const longer = one.length > other.length ? one : other;
  const at = longer.findIndex((_, index) => one[index]?.key !== other[index]?.key);
  if (at === -1) return undefined;
  const [recorded = 'nothing more', replayed = 'nothing more'] = [one[at]?.text, other[at]?.text];
  return { recorded, replayed };
}

function callText(call: InvocationCanister): string {
  return `${fullName(call)} ${short(JSON.stringify(call.arguments))}`;
}

function short(text: string): string {
  return shortened(text, 200);
}
