import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import { visibleProse } from '../../../converser/ground/wording/visible-text.ts';

export interface ReadableOutput {
  add(chunk: Buffer): string;
  flush(): string;
}

/** In characters. Longer lines are passed on in pieces. */
const longestHeld = 64 * 1024;

/** In characters, held back at the end of a piece, since a sequence or a secret may go on. */
const margin = 2 * 1024;

/** Lines are passed on whole, so that neither a sequence nor a secret is torn apart. */
export function readableOutput(hide: (text: string) => string): ReadableOutput {
  const decoder = new StringDecoder('utf8');
  let held = '';
  let isInLine = false;

  function take(length: number): string {
    const taken = held.slice(0, length);
    held = held.slice(length);
    if (taken === '') return '';
    const text = readable(taken, isInLine);
    isInLine = !taken.endsWith('\n');
    return hide(text);
  }

  return {
    add(chunk) {
      held += decoder.write(chunk);
      const lines = take(held.lastIndexOf('\n') + 1);
      if (held.length > longestHeld) held = held.slice(Math.max(0, lastReturn(held)));
      if (held.length <= longestHeld) return lines;
      return lines + take(wholeCharacters(held, held.length - margin));
    },
    flush() {
      held += decoder.end();
      // What begins a sequence waits for the rest of it, unless that never comes.
      const open = held.length > margin ? -1 : held.search(unfinished);
      return take(endOfState(open === -1 ? held : held.slice(0, open)));
    },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
const unfinished = /\x1b(?:\[[\d;?]*|\][^\x07\x1b]*)?$/;

const sequence = '\u001b';

/** Programs also draw over a line after these sequences. */
const toLineStart = new RegExp(`${sequence}\\[(?:[01]?G|2K)`, 'g');

/** A carriage return lets the line be drawn over, as progress bars do. A terminal shows the last state, too. */
function readable(text: string, isInLine: boolean): string {
  const lines = stripVTControlCharacters(text.replace(toLineStart, '\r')).split('\n');
  const states = lines.map((line, at) => {
    const start = lastReturn(line);
    const state = line.slice(start + 1, endOfState(line));
    return at === 0 && isInLine && start !== -1 ? `\n${state}` : state;
  });
  return visibleProse(states.join('\n'));
}

/** Finds what begins the last state; -1 for the only one. */
function lastReturn(line: string): number {
  const end = endOfState(line);
  return end === 0 ? -1 : line.lastIndexOf('\r', end - 1);
}

function endOfState(line: string): number {
  let end = line.length;
  while (line[end - 1] === '\r') end--;
  return end;
}

function wholeCharacters(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at - 1 : at;
}
