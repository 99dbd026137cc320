import { unquote } from './quotes.ts';

/** A path as people write it in a sentence: without its quotes and what punctuation follows it. */
export function readPath(written: string): string | undefined {
  const isQuoted = /^[`"'“]/.test(written.trim());
  const bare = isQuoted
    ? unquote(written.trim().replace(/[?!.,;:]{1,9}$/, ''))
    : withoutPunctuation(written.trim());
  const path = bare.replace(/^#(file|folder):/i, '').replace(/^@(?=[\w./])/, '');
  return path === '' || (!isQuoted && notPaths.has(path.toLowerCase())) ? undefined : path;
}

/** Whether a path looks like that of a file rather than of a folder. */
export function isLikelyFile(path: string): boolean {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return /[^.]\.[A-Za-z0-9]+$/.test(name) || /^\.[a-z]/i.test(name) || knownFiles.test(name);
}

const knownFiles =
  /^(readme|licen[cs]e|notice|makefile|dockerfile|changelog|authors|contributing|gemfile|procfile)$/i;

function withoutPunctuation(written: string): string {
  const path = written.replace(/^[([]+/, '').replace(/[?!,;:)\]'"`]{1,9}$/, '');
  return /^\.{1,2}$/.test(path) ? path : path.replace(/(?<=[^./])\.{1,9}$/, '');
}

/** Words that stand for something said before, or that begin a longer wording. */
const notPaths = new Set(
  'it this that these those them the a an my your our all any every everything anything something here there file files folder directory attachment attachments selection document you me in of to is are'.split(
    ' ',
  ),
);
