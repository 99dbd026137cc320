export interface ShellWords {
  readonly commands: readonly (readonly string[])[];
  /** Nothing in the line is replaced before it runs, so the words are what runs. */
  readonly isPlain: boolean;
}

/** Reads a line roughly as shells do, and finds too many commands rather than too few: quoted text counts as words, too. */
export function shellWords(line: string): ShellWords {
  const commands: string[][] = [[]];
  let word: string | undefined;
  let isPlain = true;
  const endWord = () => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    commands.push([]);
  };
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? '';
    if (letter === "'" || letter === '"') {
      const end = endOfQuote(line, at);
      const inner = line.slice(at + 1, end);
      if (letter === '"' && /[$`]/.test(inner)) isPlain = false;
      word = `${word ?? ''}${letter === '"' ? inner.replace(/\\(["\\$`])/g, '$1') : inner}`;
      at = end;
    } else if (letter === '\\' || letter === '^') {
      at++;
      if (line[at] !== '\n') word = `${word ?? ''}${line[at] ?? ''}`;
    } else if (/[;&|\n(){}]/.test(letter)) endCommand();
    else if (/[\s<>]/.test(letter)) endWord();
    else {
      if (/[$`%!]/.test(letter)) isPlain = false;
      word = `${word ?? ''}${letter}`;
    }
  }
  endWord();
  return { commands: commands.map(withoutPrefixes).filter(words => words.length > 0), isPlain };
}

function endOfQuote(line: string, at: number): number {
  const quote = line[at];
  for (let end = at + 1; end < line.length; end++) {
    if (line[end] === '\\' && quote === '"') end++;
    else if (line[end] === quote) return end;
  }
  return line.length;
}

const keywords = new Set('if then else elif do while until ! time coproc call @'.split(' '));

/** Shells allow these before the program: `A=1 if ! git …`. */
function withoutPrefixes(words: readonly string[]): readonly string[] {
  const from = words.findIndex(word => !keywords.has(word) && !/^\w+\+?=/.test(word));
  return from === -1 ? [] : words.slice(from);
}
