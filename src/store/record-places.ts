import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.ts';
import { createContents } from './contents.ts';
import { recordingFile } from './recording-file.ts';
import { namesIn, readBytes, readLine, readLines, settleFile, sizeOf, writeRecords } from './records.ts';

export interface KeptRecords {
  readonly records: readonly string[];
  /** How many others there are whose checksum is wrong. They stay where they are. */
  readonly damaged: number;
}

/** Where the records of conversations are kept. */
export interface RecordPlace {
  write(id: string, records: readonly string[]): void;
  /** Resolves once the disk has all that was written. */
  settle(id: string): Promise<void>;
  read(id: string): Promise<KeptRecords>;
  ids(): Promise<readonly string[]>;
  /** How much of it was not written here. */
  bytesOfOthers(id: string): number;
  /** Resolves to what brings it back. */
  remove(id: string): Promise<() => Promise<void>>;
}

export interface RecordFiles extends RecordPlace {
  /** Throws if this can't be an id. */
  fileOf(id: string): string;
}

export function createRecordFiles(folder: string): RecordFiles {
  const written = new Map<string, number>();
  const contents = createContents(join(folder, 'contents'));
  const fileOf = (id: string) => {
    if (!isId(id)) throw new Error(`${JSON.stringify(id)} is not the id of a conversation.`);
    return join(folder, `${id}.jsonl`);
  };

  async function ids(): Promise<readonly string[]> {
    const files = (await namesIn(folder)).filter(name => name.endsWith('.jsonl'));
    return files.map(name => name.slice(0, -'.jsonl'.length)).filter(isId);
  }

  async function* allFiles(): AsyncIterable<Buffer> {
    for (const id of await ids()) yield (await readBytes(fileOf(id))) ?? Buffer.alloc(0);
  }

  return {
    ...{ fileOf, ids },
    write(id, records) {
      const bytes = writeRecords(fileOf(id), records.map(contents.putOut));
      written.set(id, (written.get(id) ?? 0) + bytes);
    },
    /** What a record names is on the disk before it. */
    async settle(id) {
      await contents.settle();
      await settleFile(fileOf(id));
    },
    async read(id) {
      const lines = (await readLines(fileOf(id))).filter(line => line !== '');
      const whole = lines.flatMap(readLine);
      const records = await Promise.all(whole.map(contents.bringIn));
      return { records, damaged: lines.length - whole.length };
    },
    bytesOfOthers: id => sizeOf(fileOf(id)) - (written.get(id) ?? 0),
    async remove(id) {
      const files = await Promise.all([fileOf(id), recordingFile(folder, id)].map(removeFile));
      contents.keepForNow(files[0]?.removed?.toString('latin1') ?? '');
      await contents.collect(allFiles).catch(() => {});
      return async () => {
        for (const file of files) await file.restore();
      };
    },
  };
}

/** Nothing of it reaches the disk, so it is gone with the process. */
export function createRecordMemory(): RecordPlace {
  const all = new Map<string, string[]>();
  return {
    write(id, records) {
      const known = all.get(id);
      if (known === undefined) all.set(id, [...records]);
      else known.push(...records);
    },
    settle: async () => {},
    read: async id => ({ records: [...(all.get(id) ?? [])], damaged: 0 }),
    ids: async () => [...all.keys()],
    bytesOfOthers: () => 0,
    async remove(id) {
      const removed = all.get(id);
      all.delete(id);
      return async () => {
        if (removed !== undefined) all.set(id, removed);
      };
    },
  };
}

async function removeFile(file: string) {
  const removed = await readBytes(file);
  let isRestored = removed === undefined;
  await rm(file, { force: true });
  return {
    removed,
    /** May be tried again where it fails, such as on a full disk. */
    async restore() {
      if (removed === undefined || isRestored) return;
      // A program may have gone on with it since.
      const since = (await readBytes(file)) ?? Buffer.alloc(0);
      await replaceFile(file, Buffer.concat([removed, since]), { mode: 0o600 });
      isRestored = true;
    },
  };
}

function isId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id);
}
