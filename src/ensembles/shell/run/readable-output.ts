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

  function take(length: number): string {
    const taken = held.slice(0, length);
    held = held.slice(length);
    return taken === '' ? '' : hide(readable(taken));
  }

  return {
    add(chunk) {
      held += decoder.write(chunk);
      const lineEnd = held.lastIndexOf('\n') + 1;
      if (held.length - lineEnd <= longestHeld) return take(lineEnd);
      return take(wholeCharacters(held, held.length - margin));
    },
    flush() {
      held += decoder.end();
      // What begins a sequence waits for the rest of it, unless that never comes.
      const open = held.length > margin ? -1 : held.search(unfinished);
      return take(open === -1 ? held.length : open);
    },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
const unfinished = /\x1b(?:\[[\d;?]*|\][^\x07\x1b]*)?$/;

/** A lone carriage return draws over the line, as progress bars do: each state becomes a line. */
function readable(text: string): string {
  return visibleProse(stripVTControlCharacters(text).replace(/\r+\n|\r/g, '\n'));
}

function wholeCharacters(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at - 1 : at;
}
