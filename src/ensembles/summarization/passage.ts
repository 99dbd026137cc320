/** Some lines of something that has a name. */
export interface Passage {
  /** In one line. */
  readonly name: string;
  readonly text: string;
  /** Counted from 1. */
  readonly firstLine: number;
}

/** What one request holds. */
export type Part = readonly Passage[];

/**
 * A part as a model reads it: before each passage stands a line that names it.
 *
 * Invariant: no passage can pass for several, because none holds what such a line begins with.
 */
export function partText(part: Part): string {
  let mark = '=====';
  while (part.some(({ text }) => text.includes(mark))) mark += '=';
  return part
    .map(({ name, text, firstLine }) => {
      const from = firstLine === 1 ? '' : `, from line ${firstLine}`;
      return `${mark} ${name}${from} ${mark}\n${text.endsWith('\n') ? text : `${text}\n`}`;
    })
    .join('\n');
}
