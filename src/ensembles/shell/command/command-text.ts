import { shownLines } from '../../../converser/ground/wording/shown-lines.ts';
import { visible, visibleLine } from '../../../converser/ground/wording/visible-text.ts';
import type { Command } from './command.ts';

export function commandText(command: Command): string {
  if (command.kind === 'line') return visibleLine(command.line);
  return [command.program, ...command.args].map(wordText).join(' ');
}

/** Writes an argument as patterns do: bare where it is plain, otherwise quoted as in JSON. */
export function wordText(word: string): string {
  return isBare.test(word) ? word : visible(JSON.stringify(word));
}

/** Allows neither a quote, a `*` nor anything that a pattern could read as something else. */
const isBare = /^[\w@%+=:,./-]+$/;

const perLine = 100;

/** Each line begins with a space, as what a diff keeps. */
export function commandLines(command: Command): readonly string[] {
  if (command.kind === 'line') return shownLines(visible(command.line), ' $ ');
  const rows: string[] = [];
  for (const word of [command.program, ...command.args].map(wordText)) {
    const row = rows.at(-1);
    if (row === undefined || row.length + word.length >= perLine) rows.push(word);
    else rows[rows.length - 1] = `${row} ${word}`;
  }
  return rows.flatMap((row, at) => shownLines(row, at === 0 ? ' $ ' : '     '));
}
