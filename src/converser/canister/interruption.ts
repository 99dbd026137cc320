import {
  type AssistantCanister,
  type Canister,
  type Interruption,
  type InterruptionKind,
  ordinaryMarks,
} from './canister.ts';
import { text } from './content.ts';

/** What the model reads of an interruption. `before`: the canisters of the turn so far. */
export function interruptionText(kind: InterruptionKind, before: readonly Canister[]): string {
  const hasCalls = before.some(({ role }) => role === 'result');
  const calls = hasCalls ? ' What the calls above changed has not been undone.' : '';
  return `[${sentences[kind]}${calls}]`;
}

const sentences: Readonly<Record<InterruptionKind, string>> = {
  stopped: 'The user stopped this turn before you answered.',
  failed: 'An error ended this turn before you answered.',
  'round-limit': 'This turn reached its limit of rounds before you answered.',
  reload: 'Converser was closed before you answered.',
  refused: 'Your reply was refused here, and is left out.',
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
    content: [text(interruptionText('reload', canisters.slice(start)))],
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
