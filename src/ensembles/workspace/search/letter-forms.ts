import { escaped } from './glob-source.ts';

/** A text may have a letter with its accent in one or in two characters, and in files that are not UTF-8 in one byte. */
export function lettersSource(text: string): string {
  return lettersOf(text, formsOf);
}

/** For ripgrep, which reads bytes. One byte may also be a part of another letter, so look at what it finds again. */
export function bytesSource(text: string, isCaseSensitive: boolean): string {
  return lettersOf(text, letter => {
    const cases = isCaseSensitive ? [letter] : [letter, letter.toLowerCase(), letter.toUpperCase()];
    const bytes = new Set(cases.flatMap(each => windows1252.get(each) ?? []));
    return [...formsOf(letter), ...[...bytes].map(byte => `(?-u:\\x${byte.toString(16)})`)];
  });
}

export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

function lettersOf(text: string, forms: (letter: string) => readonly string[]): string {
  const letters = [...text.normalize('NFC')];
  return letters
    .map(letter => (isAscii(letter) ? escaped(letter) : `(?:${forms(letter).join('|')})`))
    .join('');
}

function formsOf(letter: string): readonly string[] {
  return [...new Set([letter, letter.normalize('NFD')])].map(escaped);
}

const upperBytes = Uint8Array.from({ length: 128 }, (_, at) => at + 128);
const windows1252: ReadonlyMap<string, number> = new Map(
  [...new TextDecoder('windows-1252').decode(upperBytes)].map((letter, at) => [letter, at + 128]),
);
