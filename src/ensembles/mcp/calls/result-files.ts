import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errors } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { Source } from '../../../converser/words/labels/label.ts';
import type { Spill } from './spill-long.ts';

/** Long results of tools, stored as files. */
export interface ResultFiles extends Spill {
  /** A part of a stored text, by the name that `write` returned. Rejects if there is no such text. */
  read(name: string, part: Part): Promise<TextPart>;
}

/** Counted in bytes, because that is how a file is read from its middle. */
interface Part {
  readonly offset: number;
  readonly length: number;
}

interface TextPart {
  readonly text: string;
  /** Where the text continues; the file's size at its end. */
  readonly next: number;
  readonly size: number;
  /** Whose it is. Absent: it was stored by an earlier run, or no one said. */
  readonly source?: Source;
}

export interface ResultFilesOptions {
  readonly folder: string;
  /** Part of each file's name; never the same twice. */
  readonly nextId: () => string;
  /** The name of the tool that reads more. */
  readonly reader: string;
}

/** Files that are kept. The oldest are deleted first. */
const mostFiles = 100;

/** They may hold anything, so only the user can read them. */
export function createResultFiles({ folder, nextId, reader }: ResultFilesOptions): ResultFiles {
  const sources = new Map<string, Source>();
  return {
    async write(name, text, source) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = `${name.replace(/[^\w-]+/g, '_').slice(0, 40)}-${nextId()}.txt`;
      await writeFile(path.join(folder, file), text, { mode: 0o600, flag: 'wx' });
      if (source !== undefined) sources.set(file, source);
      await deleteOldest(folder, file);
      return `The full result is stored. Read more with ${reader} {"name": ${JSON.stringify(file)}, "offset": …} (offset in bytes), or ask the user to open ${path.join(folder, file)}.`;
    },
    async read(name, { offset, length }) {
      // Only a name, so that it cannot lead to another file.
      if (!/^[\w-]+\.txt$/.test(name)) throw errors.badArguments('No result has that name.');
      const handle = await open(path.join(folder, name)).catch(() => undefined);
      if (handle === undefined) {
        throw errors.badArguments('No result has that name. Old results are deleted; make the call again.');
      }
      try {
        const { size } = await handle.stat();
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
        const end = offset + bytesRead < size ? wholeCharacters(bytes, bytesRead) : bytesRead;
        return {
          text: bytes.subarray(0, end).toString('utf8'),
          next: offset + end,
          ...defined({ size, source: sources.get(name) }),
        };
      } finally {
        await handle.close();
      }
    },
  };
}

/** How many bytes end with a whole character: the rest belongs to the next part. */
function wholeCharacters(bytes: Buffer, length: number): number {
  let start = length - 1;
  while (start > 0 && length - start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  const first = bytes[start] ?? 0;
  const needed = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return start + needed > length ? start : length;
}

async function deleteOldest(folder: string, newest: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => name !== newest);
  if (names.length < mostFiles) return;
  const files = await Promise.all(
    names.map(async name => ({
      name,
      at: (await stat(path.join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  );
  const old = files.sort((a, b) => b.at - a.at).slice(mostFiles - 1);
  await Promise.all(old.map(({ name }) => rm(path.join(folder, name), { force: true })));
}
