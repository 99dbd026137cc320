import { type FileHandle, open } from 'node:fs/promises';
import type { KeptPlace } from '../../../converser/trust/kept-place.ts';
import { hashOf, type Image } from './image.ts';

/*
 * A record is one file that only grows: lines of JSON, each after the bytes that it speaks of. So one write and one
 * `fdatasync` make a change durable, and what a crash has cut off is the end of the file.
 */

export interface RecordHeader {
  readonly format: 1;
  readonly conversationId: string;
  /** As in `RecordOrigin`. */
  readonly turnId?: string;
  readonly title: string;
  /** The absolute paths of the workspace's folders. */
  readonly roots: readonly string[];
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The record that this one has undone. */
  readonly undoes?: string;
}

export type KeptChange = {
  /** Folders that did not exist and had to be made for the change, the outermost first. */
  readonly made: readonly KeptPlace[];
} & (
  | {
      readonly kind: 'replace';
      readonly place: KeptPlace;
      readonly before: Image;
      /** The hash of the text in an editor, in UTF-8, where it was not saved. */
      readonly unsaved?: string;
      /** It became another file with the same name: other names of that one must not change with it. */
      readonly isOther?: boolean;
    }
  | { readonly kind: 'move'; readonly from: KeptPlace; readonly to: KeptPlace }
  /** `before` are the permission bits that a folder had. */
  | { readonly kind: 'mode'; readonly place: KeptPlace; readonly before: number }
);

export type RecordLine =
  | { readonly line: 'header'; readonly header: RecordHeader }
  /** Bytes follow, and a line break. */
  | { readonly line: 'bytes'; readonly hash: string; readonly size: number }
  | { readonly line: 'begin'; readonly number: number; readonly change: KeptChange }
  | { readonly line: 'done'; readonly number: number; readonly after: Image }
  | { readonly line: 'other'; readonly tool: string }
  /** Something has begun that may change any file. What all was is in a manifest of that name. */
  | {
      readonly line: 'watch';
      readonly number: number;
      readonly tool: string;
      readonly manifest: string;
      /** Of the process that watches. */
      readonly process: number;
    }
  /** All that it has changed is in the lines before. */
  | { readonly line: 'watched'; readonly number: number };

export interface KeptRecord {
  readonly id: string;
  readonly header: RecordHeader;
  /** In the order in which they were begun. `after` is absent where Converser ended before it was known. */
  readonly changes: readonly { readonly change: KeptChange; readonly after?: Image }[];
  /** The tools that may have changed something that isn't kept. */
  readonly others: readonly string[];
  /** Commands of which it isn't known what they have changed: they still run, or Converser ended before they did. */
  readonly open: readonly OpenWatch[];
  /** Rejects if the file was damaged. */
  bytes(hash: string): Promise<Uint8Array>;
}

export type OpenWatch = Omit<Extract<RecordLine, { line: 'watch' }>, 'line'> & {
  /** How many changes were recorded before it began. */
  readonly earlier: number;
};

/** The place by which people know a change. */
export function placeOf(change: KeptChange): KeptPlace {
  return change.kind === 'move' ? change.from : change.place;
}

export function encodeLine(line: RecordLine): Uint8Array {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

/** The lines that keep bytes, each hash once in a record. */
export function bytesLines(hash: string, bytes: Uint8Array): readonly Uint8Array[] {
  return [encodeLine({ line: 'bytes', hash, size: bytes.length }), bytes, lineBreak];
}

const lineBreak = Buffer.from('\n');

/** Reads a record without the bytes that it keeps. `undefined`: it isn't one. */
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
  const places = new Map<string, Place>();
  const watches = new Map<number, OpenWatch>();
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
        const { number, tool, manifest, process } = line;
        watches.set(number, { number, tool, manifest, process, earlier: changes.size });
        return;
      }
      case 'watched':
        watches.delete(line.number);
    }
  };
  for await (const { line, end } of lines(handle)) take(line, end);
  if (header?.format !== 1) return undefined;
  const bytes = async (hash: string) => {
    const found = await readPlace(file, places.get(hash));
    if (hashOf(found) !== hash) throw damaged();
    return found;
  };
  return {
    id,
    header,
    changes: [...changes.values()],
    others: [...others],
    open: [...watches.values()],
    bytes,
  };
}

interface Place {
  readonly at: number;
  readonly size: number;
}

async function readPlace(file: string, place: Place | undefined): Promise<Uint8Array> {
  if (place === undefined) throw damaged();
  const handle = await open(file, 'r');
  try {
    const bytes = new Uint8Array(place.size);
    for (let read = 0; read < place.size; ) {
      const { bytesRead } = await handle.read(bytes, read, place.size - read, place.at + read);
      if (bytesRead === 0) throw damaged();
      read += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

function damaged(): Error {
  return new Error('what was kept for undo is damaged.');
}

/** The whole lines, each with the position after it. What a crash has cut off ends them. */
async function* lines(
  handle: FileHandle,
): AsyncGenerator<{ readonly line: RecordLine; readonly end: number }> {
  const { size } = await handle.stat();
  for (let at = 0; at < size; ) {
    const text = await lineAt(handle, at);
    if (text === undefined) return;
    const end = at + text.length + 1;
    const line = parseLine(text);
    if (line === undefined) return;
    at = line.line === 'bytes' ? end + line.size + 1 : end;
    if (at > size) return;
    yield { line, end };
  }
}

/** The bytes from a position to the next line break. `undefined`: there is none. */
async function lineAt(handle: FileHandle, start: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  for (let at = start; ; ) {
    const chunk = Buffer.allocUnsafe(16_384);
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) return undefined;
    const end = chunk.subarray(0, bytesRead).indexOf(10);
    pieces.push(chunk.subarray(0, end < 0 ? bytesRead : end));
    if (end >= 0) return Buffer.concat(pieces);
    at += bytesRead;
  }
}

/** Converser wrote it, into a folder that is yours alone: what can be parsed is what was written. */
function parseLine(text: Buffer): RecordLine | undefined {
  try {
    return JSON.parse(text.toString()) as RecordLine;
  } catch {
    return undefined;
  }
}
