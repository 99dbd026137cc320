import {
  type AssistantCanister,
  type Canister,
  type Interruption,
  type InterruptionKind,
  ordinaryMarks,
} from './canister.ts';
import { text } from './content.ts';

/** What the model reads of an interruption. `before`: the canisters of the turn so far. */
export function interruptionText(
  kind: InterruptionKind,
  { before, hasBegun = false }: { readonly before: readonly Canister[]; readonly hasBegun?: boolean },
): string {
  const hasCalls = before.some(({ role }) => role === 'result');
  const calls = hasCalls ? ' What the calls above changed has not been undone.' : '';
  return `[${sentences[kind](hasBegun ? 'in the middle of your answer' : 'before you answered')}${calls}]`;
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

/** What closes a conversation whose last turn has no end, because the program ended while it ran. */
export function closingOf(canisters: readonly Canister[]): AssistantCanister | undefined {
  const last = canisters.at(-1);
  if (last === undefined || last.role === 'assistant' || last.role === 'supervisor') return undefined;
  const start = canisters.findLastIndex(({ role }) => role === 'user');
  if (start === -1) return undefined;
  return {
    id: `closed-${last.id}`.slice(0, 64),
    role: 'assistant',
    timestamp: last.timestamp,
    content: [text(interruptionText('reload', { before: canisters.slice(start) }))],
    marks: ordinaryMarks,
    interrupted: { kind: 'reload', message: 'Converser was closed before this turn had an answer.' },
  };
}

/** Whether one of some whole turns came to an answer. */
export function hasAnswer(turns: readonly Canister[]): boolean {
  return turns.some((canister, at) => {
    const next = turns[at + 1]?.role ?? 'user';
    const isEnd = next === 'user' || next === 'document';
    return isEnd && canister.role === 'assistant' && !isInterruption(canister);
  });
}
