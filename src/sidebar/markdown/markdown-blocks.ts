/** Says at which lines (from 0) the blocks of a Markdown text begin. */
export type FindBlocks = (markdown: string) => readonly number[];

export interface Blocks {
  readonly kept: number;
  /** The sources of all blocks. Only the last one can still change when text is appended. */
  readonly sources: readonly string[];
}

/** Judges by whole lines: what begins as `#` may become `#hashtag`, which belongs to the paragraph before. */
export function createMarkdownBlocks(findBlocks: FindBlocks): (markdown: string) => Blocks {
  let finished: string[] = [];
  let finishedText = '';

  return markdown => {
    const text = markdown.includes('\r') ? markdown.replaceAll(/\r\n?/g, '\n') : markdown;
    const appended = text.startsWith(finishedText);
    if (!appended) {
      finished = [];
      finishedText = '';
    }
    const kept = appended ? finished.length : 0;
    const open = text.slice(finishedText.length);
    const wholeLines = open.slice(0, open.lastIndexOf('\n') + 1);
    const ended = cutAtLines(wholeLines, findBlocks(wholeLines)).slice(0, -1);
    finished = [...finished, ...ended];
    finishedText += ended.join('');
    const tail = text.slice(finishedText.length);
    return { kept, sources: tail === '' ? finished : [...finished, tail] };
  };
}

function cutAtLines(text: string, starts: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  let line = 0;
  let offset = 0;
  for (const start of starts.slice(1)) {
    for (; line < start; line++) offset = text.indexOf('\n', offset) + 1;
    pieces.push(text.slice(from, offset));
    from = offset;
  }
  pieces.push(text.slice(from));
  return pieces;
}
