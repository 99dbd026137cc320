/** It stands for each character of a code span or a link, so that all else keeps its place. */
export const thing = '\uE000';

/** Finds what a text says itself, not in blocks of code and quotations. Of very long ones, the beginning is read. */
export function* sentencesIn(text: string): Iterable<{ readonly start: number; readonly words: string }> {
  const prose = text
    .slice(0, 30_000)
    .replace(blocks, block => ' '.repeat(block.length))
    .replace(things, span => thing.repeat(span.length))
    .replace(/"[^"\n]{1,300}"|“[^”\n]{1,300}”|[*_]/g, quotation => ' '.repeat(quotation.length));
  for (const { index, 0: words } of prose.matchAll(/(?:[^.!?;|\n]|[.!?;](?!\s))+[.!?;]?/g))
    if (/[a-z]{3}/i.test(words)) yield { start: index, words: words.slice(0, 800) };
}

const blocks = /^[ \t]*(`{3,}|~{3,})[\s\S]*?(?:^[ \t]*\1.*$|$(?![\s\S]))|^[ \t]*>.*$/gm;
const things = /\[[^[\]\n]{1,200}\]\(<?([^()<>\n]{1,300})>?\)|(?<!`)(`{1,2})([^`\n]{1,200})\2(?!`)/g;

export function thingsIn(text: string): readonly string[] {
  return [...text.matchAll(things)].map(([, link, , code = '']) => link ?? code);
}
