import { isUtf8 } from 'node:buffer';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { OpenFolder } from '../../../../converser/words/workspace/workspace.ts';
import { holdFolder, inFolder, openFile } from '../../hold.ts';
import { slashed } from '../../real-path.ts';
import { lineText, type RipgrepMatch } from './ripgrep-lines.ts';

/** Swapped links may lead ripgrep out of a folder: only what the folder that we hold shows counts. */
export interface ConfirmFound {
  /** The path is relative to the folder. */
  file(file: string): Promise<boolean>;
  line(match: RipgrepMatch): Promise<boolean>;
}

export function confirmFound(folder: OpenFolder): ConfirmFound {
  const expected = (file: string) => slashed(path.join(folder.place, file));
  let last: { readonly file: string; readonly lines: Promise<LineReader> } | undefined;

  let lastFolder: { readonly above: string; readonly names: Promise<ReadonlySet<string>> } | undefined;

  /** Neither links nor what ripgrep can't print are among them. */
  function namesIn(above: string): Promise<ReadonlySet<string>> {
    const read = async (held: OpenFolder) => {
      if (held.place !== expected(above)) return noNames;
      const entries = await readdir(held.path, { withFileTypes: true, encoding: 'buffer' });
      const plain = entries.filter(entry => !entry.isSymbolicLink() && isUtf8(entry.name));
      return new Set(plain.map(({ name }) => name.toString()));
    };
    return holdFolder(path.join(folder.path, above)).then(held => inFolder(held, read));
  }

  async function read(file: string): Promise<LineReader> {
    const { handle, place } = await openFile(path.join(folder.path, file));
    try {
      return place === expected(file) ? readLines(asRipgrepReads(await handle.readFile())) : noLines;
    } finally {
      await handle.close();
    }
  }

  return {
    async file(file) {
      const above = path.dirname(file);
      if (lastFolder?.above !== above) lastFolder = { above, names: namesIn(above).catch(() => noNames) };
      return (await lastFolder.names).has(path.basename(file));
    },
    async line(match) {
      const { path: file, line } = match;
      if (last?.file !== file) last = { file, lines: read(file).catch(() => noLines) };
      const bytes = (await last.lines)(line);
      return bytes !== undefined && isSameLine(bytes, match);
    },
  };
}

/** Lines count from 1. */
type LineReader = (line: number) => Buffer | undefined;

const noLines: LineReader = () => undefined;
const noNames: ReadonlySet<string> = new Set();

/** Reads on from the line before, because matches come in order. */
function readLines(bytes: Buffer): LineReader {
  let at = { line: 1, start: 0 };
  return wanted => {
    if (wanted < at.line) at = { line: 1, start: 0 };
    for (; at.line < wanted; at = { line: at.line + 1, start: endOf(bytes, at.start) + 1 }) {
      if (endOf(bytes, at.start) === bytes.length) return undefined;
    }
    return bytes.subarray(at.start, endOf(bytes, at.start));
  };
}

function endOf(bytes: Buffer, start: number): number {
  const newline = bytes.indexOf(10, start);
  return newline === -1 ? bytes.length : newline;
}

/** A beginning may be UTF-8 even if the rest of the line isn't. */
function isSameLine(bytes: Buffer, { text, isCut }: RipgrepMatch): boolean {
  if (!isCut) return lineText(bytes).replace(/\r$/, '') === text;
  return bytes.toString('utf8').startsWith(text) || lineText(bytes).startsWith(text);
}

/** Removes a byte order mark, and makes UTF-16 with a mark UTF-8. */
function asRipgrepReads(bytes: Buffer): Buffer {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.subarray(3);
  const encoding = utf16Of(first, second);
  return encoding === undefined ? bytes : Buffer.from(new TextDecoder(encoding).decode(bytes), 'utf8');
}

function utf16Of(first: number | undefined, second: number | undefined): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
