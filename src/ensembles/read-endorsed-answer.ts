/** What a model that has read content of others may say about it. */
export type WantedAnswer =
  | { readonly type: 'boolean' }
  | { readonly type: 'number' }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  /** `find` resolves to the path as Converser writes it; `undefined`: nothing is there. Never rejects. */
  | { readonly type: 'path'; readonly find: (path: string) => Promise<string | undefined> };

/** How a model says that there is no answer. */
export const unclear = 'unclear';

export function wantedText(wanted: WantedAnswer): string {
  switch (wanted.type) {
    case 'boolean':
      return 'true or false';
    case 'number':
      return 'one number, in digits';
    case 'choice':
      return `one of these, letter for letter:\n${wanted.choices.map(choice => `- ${choice}`).join('\n')}\n`;
    case 'path':
      return 'the path of one existing file or folder of the workspace, relative to it';
  }
}

/**
 * The answer, made anew from what it means. `undefined`: it is none of those that are wanted.
 *
 * Invariant: beyond which of the wanted answers was given, nothing of what was said gets into it.
 */
export async function readAnswer(said: string, wanted: WantedAnswer): Promise<string | undefined> {
  const answer = said.trim();
  switch (wanted.type) {
    case 'boolean':
      return /^(true|false)$/i.test(answer) ? answer.toLowerCase() : undefined;
    case 'number':
      return readNumber(answer);
    case 'choice':
      return wanted.choices.find(choice => choice.trim() === answer);
    case 'path':
      return answer === '' || answer.length > longestPath ? undefined : await wanted.find(answer);
  }
}

function readNumber(answer: string): string | undefined {
  if (answer.length > longestNumber || !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(answer)) return undefined;
  const value = Number(answer);
  return Number.isFinite(value) ? String(value) : undefined;
}

const longestNumber = 40;
const longestPath = 1_000;
