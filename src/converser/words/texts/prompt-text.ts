import { type Canister, isPrompt } from '../canister/canister.ts';

/** What a turn began with, without what was added while it ran. */
export function promptText(turn: readonly Canister[]): string {
  return turn
    .filter(canister => canister.role === 'user' && isPrompt(canister))
    .flatMap(({ content }) => content)
    .flatMap(part => (part.type === 'text' ? [part.text] : []))
    .join('\n');
}
