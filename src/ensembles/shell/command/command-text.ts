import { visible, visibleLine } from '../../../converser/wording/visible-text.ts';
import type { Command } from './command.ts';

/** A command in one line, each argument quoted where its end would not be clear, with nothing invisible in it. */
export function commandText(command: Command): string {
  if (command.kind === 'line') return visibleLine(command.line);
  return [command.program, ...command.args].map(wordText).join(' ');
}

/** An argument as patterns write it: bare where it is plain, or in double quotes as JSON writes strings. */
export function wordText(word: string): string {
  return isBare.test(word) ? word : visible(JSON.stringify(word));
}

/** Neither a quote, a `*` nor anything that a pattern could read as something else. */
const isBare = /^[\w@%+=:,./-]+$/;

const perLine = 400;

/** The whole command in lines that a question shows, the first with `$`. Each begins with a space, as what a diff keeps. */
export function commandLines(command: Command): readonly string[] {
  const text = command.kind === 'line' ? visible(command.line) : commandText(command);
  const lines = text.split('\n').flatMap(line => line.match(pieces) ?? ['']);
  return lines.map((line, at) => (at === 0 ? ` $ ${line}` : `   ${line}`));
}

const pieces = new RegExp(`.{1,${perLine}}`, 'gsu');
