import { appendFile, type FileHandle, open, truncate } from 'node:fs/promises';
import { absoluteKept } from '../../../converser/words/workspace/kept-place.ts';
import { isAlive } from '../../process/is-alive.ts';
import { hashOf, type Image } from './image.ts';
import { type BytesPlace, readBytes } from './read-bytes.ts';
import { type KeptChange, type RecordHeader, type RecordLine, recordLines } from './record-lines.ts';
import type { RecordFile } from './record-writer.ts';

export interface KeptRecord {
  readonly id: string;
  readonly header: RecordHeader;
  /** In the order in which they began. `after` is absent if Converser ended before it was known. */
  readonly changes: readonly { readonly change: KeptChange; readonly after?: Image }[];
  readonly others: readonly string[];
  /** It isn't known what these commands have changed: they still run, or Converser ended before they did. */
  readonly open: readonly OpenWatch[];
  readonly isCutOff: boolean;
  readonly last: number;
  bytes(hash: string): Promise<Uint8Array>;
}

export type OpenWatch = Omit<Extract<RecordLine, { line: 'watch' }>, 'line'> & {
  readonly earlier: number;
  /** Maps absolute paths to what an editor or a tool last wrote meanwhile. */
  readonly saved: ReadonlyMap<string, Image>;
};

export async function readRecord(file: string, id: string): Promise<KeptRecord | undefined> {
  const handle = await open(file, 'r');
  try {
    return await collect(handle, { file, id });
  } finally {
    await handle.close();
  }
}

async function collect(
  handle: FileHandle,
  { file, id }: { readonly file: string; readonly id: string },
): Promise<KeptRecord | undefined> {
  let header: RecordHeader | undefined;
  const changes = new Map<number, { readonly change: KeptChange; readonly after?: Image }>();
  const others = new Set<string>();
  const places = new Map<string, BytesPlace>();
  const watches = new Map<number, OpenWatch & { readonly saved: Map<string, Image> }>();
  const take = (line: RecordLine, end: number) => {
    switch (line.line) {
      case 'header':
        header = line.header;
        return;
      case 'bytes':
        places.set(line.hash, { at: end, size: line.size });
        return;
      case 'begin':
        changes.set(line.number, { change: line.change });
        return;
      case 'done': {
        const begun = changes.get(line.number);
        if (begun !== undefined) changes.set(line.number, { ...begun, after: line.after });
        return;
      }
      case 'other':
        others.add(line.tool);
        return;
      case 'watch': {
        const { line: _kind, ...begun } = line;
        watches.set(line.number, { ...begun, earlier: changes.size, saved: new Map() });
        return;
      }
      case 'saved':
        watches.get(line.number)?.saved.set(absoluteKept(line.place), line.image);
        return;
      case 'watched':
        watches.delete(line.number);
        return;
      case 'end':
        isEnded = true;
    }
  };
  let last = 0;
  let isEnded = false;
  for await (const { line, end } of recordLines(handle)) {
    if ('number' in line) last = Math.max(last, line.number);
    take(line, end);
  }
  if (header?.format !== 1) return undefined;
  const bytes = async (hash: string) => {
    const place = places.get(hash);
    const found = place === undefined ? undefined : await readBytes(file, place);
    if (found === undefined || hashOf(found) !== hash) throw damaged();
    return found;
  };
  return {
    id,
    header,
    changes: [...changes.values()],
    others: [...others],
    open: [...watches.values()],
    isCutOff: !isEnded && !isAlive(header.process),
    last,
    bytes,
  };
}

function damaged(): Error {
  return new Error('what was kept for undo is damaged.');
}

/** Removes what a crash has cut off from the record of a program that has ended: nothing behind it could be read. */
export async function continueRecord(file: string): Promise<RecordFile['append']> {
  let end = 0;
  const handle = await open(file, 'r');
  try {
    for await (const { next } of recordLines(handle)) end = next;
  } finally {
    await handle.close();
  }
  await truncate(file, end);
  return (lines, { isDurable } = { isDurable: false }) =>
    appendFile(file, Buffer.concat(lines), { flush: isDurable });
}
