import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import readFootnotes from 'markdown-it-footnote';

/** The package looks for a label's end through the whole text, and copies all of an answer for each note. */
export function readBoundedFootnotes(parser: MarkdownIt): void {
  const { block, inline } = parser;
  const earlier = new Set<unknown>([...block.ruler.getRules(''), ...inline.ruler.getRules('')]);
  parser.use(readFootnotes);
  // `^[a note]` in the text stays as it is: models mean it as text, such as a regular expression.
  parser.disable('footnote_inline');
  const [readNote] = block.ruler.getRules('').filter(rule => !earlier.has(rule));
  const [readReference] = inline.ruler.getRules('').filter(rule => !earlier.has(rule));
  if (readNote === undefined || readReference === undefined) return;

  inline.ruler.at('footnote_ref', (state: StateInline, silent: boolean) => {
    const label = labelAt(state.src, state.pos);
    return label !== undefined && isFew(state, label) && readReference(state, silent);
  });
  const noteRule = (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
    const label = labelAt(state.src, (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0));
    return label !== undefined && isWanted(state, label) && readNote(state, line, end, silent);
  };
  block.ruler.at('footnote_def', noteRule, { alt: ['paragraph', 'reference'] });
}

function labelAt(source: string, at: number): string | undefined {
  const written = /\[\^([^\] \n]{1,200})\]/y;
  written.lastIndex = at;
  return written.exec(source)?.[1];
}

/** Further notes, and further references to a note, stay text. */
const mostNotes = 300;
const mostReferences = 100;

interface Footnotes {
  /** The place of each note in the list, by its label after a colon; -1: nothing refers to it yet. */
  readonly refs?: Readonly<Record<string, number>>;
  readonly list?: readonly { readonly count: number }[];
}

function isWanted({ env }: StateBlock, label: string): boolean {
  const { refs = {} } = (env.footnotes ?? {}) as Footnotes;
  return Object.hasOwn(refs, `:${label}`) || Object.keys(refs).length < mostNotes;
}

function isFew({ env }: StateInline, label: string): boolean {
  const { refs = {}, list = [] } = (env.footnotes ?? {}) as Footnotes;
  return (list[refs[`:${label}`] ?? -1]?.count ?? 0) < mostReferences;
}
