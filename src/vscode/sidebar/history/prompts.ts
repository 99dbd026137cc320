import type { Canister } from '../../../converser/canister/canister.ts';

/** As many as one goes back through with the arrow key. They are part of every state. */
const mostPrompts = 50;
const mostCharacters = 20_000;

/** What you wrote last, oldest first. */
export function newestPrompts(turns: readonly (readonly Canister[])[]): readonly string[] {
  const prompts: string[] = [];
  let characters = 0;
  for (const turn of turns.slice(-mostPrompts).toReversed()) {
    const prompt = promptOf(turn);
    characters += prompt.length;
    if (characters > mostCharacters) break;
    if (prompt !== '') prompts.unshift(prompt);
  }
  return prompts;
}

function promptOf(turn: readonly Canister[]): string {
  return turn
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => content)
    .flatMap(part => (part.type === 'text' ? [part.text] : []))
    .join('\n');
}
