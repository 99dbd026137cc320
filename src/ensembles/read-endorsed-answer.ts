export type WantedAnswer =
  | { readonly type: 'boolean' }
  | { readonly type: 'number' }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  /** `find` resolves to the path as Converser writes it, or to nothing, and never rejects. */
  | { readonly type: 'path'; readonly find: (path: string) => Promise<string | undefined> };

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

/** Invariant: nothing of what was said gets into it beyond which of the wanted answers was given. */
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
