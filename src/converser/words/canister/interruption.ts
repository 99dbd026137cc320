import {
  type AssistantCanister,
  beginsTurn,
  type Canister,
  endOf,
  type Interruption,
  type InterruptionKind,
  isCompaction,
  isPrompt,
  ordinaryMarks,
} from './canister.ts';
import { text } from './content.ts';

interface Interrupted {
  readonly before: readonly Canister[];
  readonly hasBegun?: boolean;
  readonly afterRound?: true | undefined;
}

export function interruptionText(
  kind: InterruptionKind,
  { before, hasBegun = false, afterRound }: Interrupted,
): string {
  const hasCalls = before.some(({ role }) => role === 'result');
  const calls = hasCalls ? ' What the calls above changed has not been undone.' : '';
  const when = hasBegun ? 'in the middle of your answer' : 'before you answered';
  return `[${afterRound ? 'The user let your calls end, and then stopped this turn.' : sentences[kind](when)}${calls}]`;
}

const sentences: Readonly<Record<InterruptionKind, (when: string) => string>> = {
  stopped: when => `The user stopped this turn ${when}.`,
  failed: when => `An error ended this turn ${when}.`,
  'round-limit': when => `This turn took too many rounds, and was paused ${when}.`,
  reload: when => `Converser was closed ${when}.`,
  refused: () => 'Your reply was refused here, and is left out.',
};

export function isInterruption(canister: Canister): canister is AssistantCanister & {
  readonly interrupted: Interruption;
} {
  return canister.role === 'assistant' && canister.interrupted !== undefined;
}

export function closingOf(canisters: readonly Canister[]): AssistantCanister | undefined {
  const last = endOf(canisters);
  if (last === undefined || last.role === 'assistant' || last.role === 'supervisor') return undefined;
  const start = canisters.findLastIndex(canister => canister.role === 'user' && isPrompt(canister));
  if (start === -1) return undefined;
  return {
    id: `closed-${last.id}`.slice(0, 64),
    role: 'assistant',
    timestamp: last.timestamp,
    content: [text(interruptionText('reload', { before: canisters.slice(start) }))],
    marks: ordinaryMarks,
    interrupted: { kind: 'reload', message: 'This turn was cut off before it had an answer.' },
  };
}

export function hasAnswer(turns: readonly Canister[]): boolean {
  const said = turns.filter(canister => !isCompaction(canister));
  return said.some((canister, at) => {
    const next = said[at + 1];
    const isEnd = next === undefined || beginsTurn(next, canister);
    return isEnd && canister.role === 'assistant' && !isInterruption(canister);
  });
}
