import type { Host } from '../ground/host.ts';
import type { Turn } from '../words/conversation/conversation.ts';
import type { ConverseEvent } from '../words/conversation/converse-event.ts';
import type { Steering } from './converse-options.ts';
import { addToTurn } from './join-turn.ts';
import { promptCanisters } from './prompt-canisters.ts';

export function* deliver(
  steering: Steering | undefined,
  { turn, host }: { readonly turn: Turn; readonly host: Host },
): Generator<readonly ConverseEvent[], void> {
  const prompts = steering?.take() ?? [];
  if (prompts.length === 0) return;
  const canisters = prompts
    .flatMap(prompt => promptCanisters(prompt, host))
    .map(canister => ({ ...canister, added: true as const }));
  yield addToTurn(turn, canisters);
}
