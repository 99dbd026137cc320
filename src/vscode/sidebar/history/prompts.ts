import { type Canister, isPrompt } from '../../../converser/words/canister/canister.ts';

/** All prompts are part of every state, so few are kept. */
const mostPrompts = 50;
const mostCharacters = 20_000;

export function newestPrompts(turns: readonly (readonly Canister[])[]): readonly string[] {
  const prompts: string[] = [];
  let characters = 0;
  const newest = turns.slice(-mostPrompts).flatMap(promptsOf).slice(-mostPrompts);
  for (const prompt of newest.toReversed()) {
    characters += prompt.length;
    if (characters > mostCharacters) break;
    if (prompt !== '') prompts.unshift(prompt);
  }
  return prompts;
}

/** What the turn began with, without what was added while it ran. */
export function promptOf(turn: readonly Canister[]): string {
  return textOfAll(turn.filter(canister => canister.role === 'user' && isPrompt(canister)));
}

function promptsOf(turn: readonly Canister[]): readonly string[] {
  const written = turn.filter(canister => canister.role === 'user');
  const [began, added] = [written.filter(isPrompt), written.filter(canister => !isPrompt(canister))];
  return [began, ...added.map(canister => [canister])].map(textOfAll);
}

function textOfAll(canisters: readonly Canister[]): string {
  return canisters
    .flatMap(({ content }) => content)
    .flatMap(part => (part.type === 'text' ? [part.text] : []))
    .join('\n');
}
