import { appendFile, truncate } from 'node:fs/promises';
import { defined } from '../../../converser/ground/json/defined.ts';
import { absoluteKept } from '../../../converser/words/workspace/kept-place.ts';
import { openRegular, type RegularFile } from '../../../files/read-regular-file.ts';
import { isAlive } from '../../process/is-alive.ts';
import { hashOf, type Image } from './image.ts';
import { type BytesPlace, readPlace } from './read-place.ts';
import { type KeptChange, type RecordHeader, type RecordLine, recordLines } from './record-lines.ts';
import type { RecordFile } from './record-writer.ts';

export interface KeptRecord {
  readonly id: string;
  readonly header: RecordHeader;
  /** In the order in which they began. `after` is absent if Converser ended before it was known. */
  readonly changes: readonly RecordedChange[];
  /** An undo's record: whether changes of the other one are back, by their numbers. */
  readonly settled: ReadonlyMap<number, boolean>;
  readonly others: readonly string[];
  /** It isn't known what these commands have changed: they still run, or Converser ended before they did. */
  readonly open: readonly OpenWatch[];
  readonly isCutOff: boolean;
  /** Another program still writes it. */
  readonly isWritten: boolean;
  readonly last: number;
  bytes(hash: string): Promise<Uint8Array>;
}

export interface RecordedChange {
  readonly number: number;
  readonly change: KeptChange;
  readonly after?: Image;
  readonly undoes?: number;
}

export type OpenWatch = Omit<Extract<RecordLine, { line: 'watch' }>, 'line'> & {
  readonly earlier: number;
  /** Maps absolute paths to what an editor or a tool last wrote meanwhile. */
  readonly saved: ReadonlyMap<string, Image>;
};

export async function readRecord(file: string, id: string): Promise<KeptRecord | undefined> {
  const opened = await openRegular(file);
  try {
    return await collect(opened, { file, id });
  } finally {
    opened.close();
  }
}

async function collect(
  opened: RegularFile,
  { file, id }: { readonly file: string; readonly id: string },
): Promise<KeptRecord | undefined> {
  let header: RecordHeader | undefined;
  const changes = new Map<number, RecordedChange>();
  const settled = new Map<number, boolean>();
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
        changes.set(line.number, defined({ number: line.number, change: line.change, undoes: line.undoes }));
        return;
      case 'settled':
        settled.set(line.undoes, line.isBack);
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
  for await (const { line, end } of recordLines(opened)) {
    if ('number' in line) last = Math.max(last, line.number);
    take(line, end);
  }
  if (header?.format !== 1) return undefined;
  const bytes = async (hash: string) => {
    const place = places.get(hash);
    const found = place === undefined ? undefined : await readPlace(file, place);
    if (found === undefined || hashOf(found) !== hash) throw damaged();
    return found;
  };
  const isOpen = !isEnded && isAlive(header.process);
  const age = Date.now() - Number(opened.stats.mtimeMs);
  return {
    id,
    header,
    changes: [...changes.values()],
    settled,
    others: [...others],
    open: [...watches.values()],
    isCutOff: !isEnded && !isOpen,
    isWritten: isOpen && header.process !== process.pid && age < longestSilence,
    last,
    bytes,
  };
}

/** In milliseconds. After that, another program has got the number of one that was killed. */
const longestSilence = 60_000;

function damaged(): Error {
  return new Error('what was kept for undo is damaged.');
}

/** Removes what a crash has cut off from the record of a program that has ended: nothing behind it could be read. */
export async function continueRecord(file: string): Promise<RecordFile['append']> {
  let end = 0;
  const opened = await openRegular(file);
  try {
    for await (const { next } of recordLines(opened)) end = next;
  } finally {
    opened.close();
  }
  await truncate(file, end);
  return (lines, { isDurable } = { isDurable: false }) =>
    appendFile(file, Buffer.concat(lines), { flush: isDurable });
}
