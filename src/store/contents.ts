import { hash } from 'node:crypto';
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../converser/ground/causes.ts';
import { readRegularFile } from '../files/read-regular-file.ts';
import { namesIn, settleFile } from './records.ts';

/**
 * Large bytes in records, such as pictures, each in a file that is named by their SHA-256: forks share them. Texts stay in
 * the conversations, where searches find them.
 */
export interface Contents {
  /** Writes the large bytes of a record to files, and returns the record with their names instead. */
  putOut(record: string): string;
  /** The record as it was. Of what is missing or damaged, no bytes are left, but all that was said with it. */
  bringIn(record: string): Promise<string>;
  /** Resolves once the disk has all that was put out. */
  settle(): Promise<void>;
  /** Deletes what no conversation has had for a day, in which you may bring one back or another window may write one. */
  collect(conversations: () => AsyncIterable<Buffer>): Promise<void>;
  /** The day begins anew for all that these records name. */
  keepForNow(records: string): void;
}

/** In bytes of base64. */
const large = 16_384;
const whole = new RegExp(`\\{"\\$bytes":"([A-Za-z0-9+/]{${large},}={0,2})"\\}`, 'g');

/** Invariant: no canister has this in its JSON, where bytes are a string and what looks like bytes gets one more `$`. */
const named = /\{"\$bytes":\{"sha256":"([0-9a-f]{64})"\}\}/g;
const anyNamed = '{"$bytes":{"sha256":';

/** In bytes. Canisters hold less. */
const most = 256 * 1024 ** 2;

/** In milliseconds. */
const day = 24 * 60 * 60 * 1000;

export function createContents(folder: string): Contents {
  const unsettled = new Set<string>();
  const fileOf = (name: string) => join(folder, name);

  function put(base64: string): string {
    const bytes = Buffer.from(base64, 'base64');
    const name = hash('sha256', bytes, 'hex');
    if (!touch(fileOf(name))) {
      writeWhole(fileOf(name), bytes, folder);
      unsettled.add(name);
    }
    return `{"$bytes":{"sha256":"${name}"}}`;
  }

  async function read(name: string): Promise<string | undefined> {
    const bytes = await readRegularFile(fileOf(name), most);
    if (bytes === undefined || hash('sha256', bytes, 'hex') !== name) return undefined;
    return `{"$bytes":"${bytes.toString('base64')}"}`;
  }

  return {
    putOut: record =>
      record.includes('{"$bytes":"') ? record.replace(whole, (_, base64: string) => put(base64)) : record,
    async bringIn(record) {
      if (!record.includes(anyNamed)) return record;
      const found = new Map<string, string>();
      for (const name of namesOf(record)) found.set(name, (await read(name)) ?? '{"$bytes":""}');
      return record.replace(named, (_, name: string) => found.get(name) ?? '');
    },
    async settle() {
      for (const name of unsettled) {
        await settleFile(fileOf(name));
        unsettled.delete(name);
      }
    },
    async collect(conversations) {
      const unused = new Set<string>();
      for (const name of await namesIn(folder)) if (await isOld(fileOf(name))) unused.add(name);
      if (unused.size === 0) return;
      for await (const bytes of conversations())
        for (const name of namesOf(bytes.toString('latin1'))) unused.delete(name);
      // Another window may have used one meanwhile.
      for (const name of unused) if (await isOld(fileOf(name))) await unlink(fileOf(name)).catch(() => {});
    },
    keepForNow(records) {
      for (const name of namesOf(records)) touch(fileOf(name));
    },
  };
}

function namesOf(records: string): ReadonlySet<string> {
  return new Set(Array.from(records.matchAll(named), ([, name = '']) => name));
}

async function isOld(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > day;
}

/** Says whether it is there. */
function touch(file: string): boolean {
  const now = new Date();
  try {
    utimesSync(file, now, now);
    return true;
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return false;
    throw cause;
  }
}

/** A reader finds the whole file or none. */
function writeWhole(file: string, bytes: Buffer, folder: string): void {
  const draft = `${file}.${crypto.randomUUID()}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(draft, bytes, { flag: 'wx', mode: 0o600 });
  renameSync(draft, file);
}
