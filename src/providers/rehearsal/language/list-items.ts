import { unquote } from './quotes.ts';

/** The members of a list in words, such as `a, b and c` or `tea or "green tea"`. */
export function listItems(written: string): readonly string[] {
  const quoted: string[] = [];
  const bare = written.replace(/`[^`\n]+`|"[^"\n]+"|“[^”\n]+”|(?<!\w)'[^'\n]+'(?!\w)/g, text => {
    quoted.push(text);
    return `\0${quoted.length - 1}\0`;
  });
  return bare
    .split(/\s{0,9}[,;]\s{0,9}(?:(?:and|or)\s{1,9})?|\s{1,9}(?:and|or|&)\s{1,9}/i)
    .map(item => item.trim().replace(/[?!.]{1,9}$/, ''))
    .map(item => item.replace(/\0(\d+)\0/g, (_mark, index) => quoted[Number(index)] ?? ''))
    .filter(item => unquote(item) !== '');
}
