import { codeMark, type Sentence } from '../claims/prose.ts';

/** Things that a claim names. */
export interface NamedThings {
  /** Files and folders by their paths, and by names such as `README`. */
  readonly paths: readonly NamedPath[];
  readonly urls: readonly string[];
  /** Other code within the line: commands, names of functions. */
  readonly codes: readonly string[];
}

export interface NamedPath {
  readonly path: string;
  /** It stands in a list right behind another path, as in "`a.ts` and `b.ts`". */
  readonly isListed: boolean;
  /** What was done was taken from there, as in "imported from `a.csv`". */
  readonly isSource: boolean;
}

const url = /https?:\/\/[^\s)<>\]]+/g;
/** Names that have a letter before the point and few after it, or a slash between words. */
const path =
  /(?:[\w@.-]+\/)+[\w@.*-]*\w|\b[\w@-][\w@.-]*\.[a-z][a-z0-9]{0,6}\b|(?<![\w./-])\.[a-z][a-z-]{2,}(?:\.[a-z]+)?\b/gi;
const wellKnown =
  /\b(README|CHANGELOG|LICEN[CS]E|Makefile|Dockerfile|AGENTS|CLAUDE|CONTRIBUTING|Justfile|Jenkinsfile)\b/g;
/** What looks like a path but isn't. */
const noPath =
  /^(?:e\.g|i\.e|etc\.?|and\/or|\d+(?:\.\d+)+|\d+\/\d+|node\.js|vue\.js|next\.js|d3\.js|asp\.net|\w{1,4}\/(?:op|s|ms|sec|min|h|day|req|month|year)|read\/write|input\/output|client\/server)$/i;

/** What the words between two places of the answer name. */
export function thingsIn(
  answer: string,
  { start, end, text }: Pick<Sentence, 'start' | 'end' | 'text'>,
): NamedThings {
  const urls: string[] = [];
  const codes: string[] = [];
  const found: { readonly path: string; readonly from: number; readonly to: number }[] = [];
  const take = (words: string, from: number, isCode: boolean) => {
    const plain = words.includes('://') ? withoutUrls(words, urls) : words;
    const paths = mayNamePath.test(plain)
      ? [...plain.matchAll(path), ...plain.matchAll(wellKnown)].filter(([each]) => !noPath.test(each))
      : [];
    // A command may name files, too.
    const isCommand = isCode && /\s/.test(words.trim());
    if (!isCommand)
      for (const { 0: each, index } of paths)
        found.push({ path: each, from: from + index, to: from + index + each.length });
    if (isCode && (isCommand || paths.length === 0) && plain.trim() !== '') codes.push(plain.trim());
  };
  let at = 0;
  for (const { 0: marks, index } of text.matchAll(marked)) {
    take(text.slice(at, index), at, false);
    take(unquoted(answer.slice(start + index, Math.min(end, start + index + marks.length))), index, true);
    at = index + marks.length;
  }
  take(text.slice(at), at, false);
  return {
    paths: listed(
      found.toSorted((a, b) => a.from - b.from),
      text,
    ),
    urls,
    codes,
  };
}

const marked = new RegExp(`${codeMark}+`, 'g');

/** Most words name none, and are not worth a closer look. */
const mayNamePath = /[./]\w|README|CHANGELOG|LICEN|file|AGENTS|CLAUDE|CONTRIBUTING/;

/** As long as before. */
function withoutUrls(words: string, urls: string[]): string {
  return words.replace(url, each => {
    urls.push(each.replace(/[.,;:!?`]+$/, ''));
    return ' '.repeat(each.length);
  });
}

/** As long as before. */
function unquoted(code: string): string {
  return code.replace(/^`+|`+$/g, marks => ' '.repeat(marks.length));
}

const source =
  /\b(?:(?:tests?|suite|specs?|cases|examples?|docs|benchmarks?|mocks?|stubs?|types)\s+(?:\w+\s+){0,2}?(?:for|of|covering|around|against)|a look at|(?:after|by) (?:reading|reviewing|checking)|from|per|following|based on|according to|out of|instead of|as in|like)\s+(?:the\s+|your\s+)?(?:file\s+)?\s*$/i;

function listed(
  found: readonly { readonly path: string; readonly from: number; readonly to: number }[],
  text: string,
): readonly NamedPath[] {
  return found.map(({ path, from }, at) => {
    const before = found[at - 1];
    const between = before === undefined ? '-' : text.slice(before.to, from).replaceAll(codeMark, ' ');
    const isListed = /^\s*(?:,|&|and|,\s*and|as well as)?\s*$/.test(between);
    const lead = text.slice(Math.max(0, from - 40), from).replaceAll(codeMark, ' ');
    return { path, isListed, isSource: source.test(lead) };
  });
}
