import { hash } from 'node:crypto';
import { closeSync, fdatasync, fstatSync, open, write } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { serial } from '../converser/ground/async/serial.ts';
import { hasCode } from '../converser/ground/causes.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../converser/ground/json/json.ts';
import { appending, readBytes as readRegular } from '../files/read-regular-file.ts';

export interface Appender {
  /** Makes one write, which no other process can interrupt, and which outlives this one. */
  append(records: readonly string[]): Promise<void>;
  /** Resolves once the disk has it all. At an end, it also closes the file until more is appended. */
  settle(isEnd: boolean): Promise<void>;
}

export function createAppender(file: string): Appender {
  const inTurn = serial();
  let opened: number | undefined;
  let isSettled = true;

  async function append(records: readonly string[]): Promise<void> {
    // Another process may have deleted it.
    if (opened !== undefined && fstatSync(opened).nlink === 0) close();
    if (opened === undefined) {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      opened = await openOnly(file, appending, 0o600);
    }
    // The leading newline ends a line that a crash may have torn.
    const bytes = Buffer.from(`\n${records.map(recordLine).join('')}`);
    isSettled = false;
    const { bytesWritten } = await writeOnce(opened, bytes);
    if (bytesWritten < bytes.length) throw new Error('The disk is full.');
  }

  async function settle(isEnd: boolean): Promise<void> {
    try {
      if (opened !== undefined && !isSettled) await sync(opened);
      isSettled = true;
    } finally {
      if (isEnd) close();
    }
  }

  function close(): void {
    const closed = opened;
    opened = undefined;
    if (closed !== undefined) closeSync(closed);
  }

  return {
    append: records => inTurn(() => append(records)),
    settle: isEnd => inTurn(() => settle(isEnd)),
  };
}

/** A handle of Node's costs more than the work, and `appendFile` writes in pieces of 512 kB. */
const openOnly = promisify(open);
const writeOnce = promisify(write);
const sync = promisify(fdatasync);

export async function appendRecords(file: string, records: readonly string[]): Promise<void> {
  const { append, settle } = createAppender(file);
  await append(records).finally(() => settle(true));
}

export function recordLine(record: string): string {
  return `${checksum(record)}\t${record}\n`;
}

/** Leaves out torn and damaged records; none if there is no file. */
export async function readRecords(file: string): Promise<readonly string[]> {
  const bytes = await readBytes(file);
  return bytes === undefined ? [] : bytes.toString('utf8').split('\n').flatMap(readLine);
}

/** Begins at the end of a record, and returns where the last whole one ends. */
export async function readRecordsFrom(
  file: string,
  start: number,
): Promise<{ readonly records: readonly string[]; readonly end: number }> {
  const bytes = (await readAll(file)).subarray(start);
  const length = bytes.lastIndexOf('\n') + 1;
  const text = bytes.subarray(0, length).toString('utf8');
  return { records: text.split('\n').flatMap(readLine), end: start + length };
}

export function saidIn(record: string, key: string): JsonValue | undefined {
  // Turns are lists, and may be long, as thoughts may be.
  if (!record.startsWith(`{"${key}":`)) return undefined;
  const read = parseJson(record);
  return isJsonObject(read) ? read[key] : undefined;
}

export function objectIn(record: string, key: string): JsonObject {
  const said = saidIn(record, key);
  return isJsonObject(said) ? said : {};
}

/** A string can't hold more. */
export const mostBytes = 512 * 1024 ** 2;

export function readBytes(file: string): Promise<Buffer | undefined> {
  return ifThere(readAll(file), undefined);
}

export function namesIn(folder: string): Promise<readonly string[]> {
  return ifThere(readdir(folder), []);
}

function readAll(file: string): Promise<Buffer> {
  return readRegular(file, { most: mostBytes, followsLinks: true });
}

async function ifThere<T, U>(work: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await work;
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return otherwise;
    throw cause;
  }
}

/** Records from before checksums have none. */
export function readLine(line: string): readonly string[] {
  if (line === '') return [];
  const tab = line.indexOf('\t');
  const record = line.slice(tab + 1);
  return tab === -1 || line.slice(0, tab) === checksum(record) ? [record] : [];
}

function checksum(record: string): string {
  return hash('sha256', record, 'base64url').slice(0, 12);
}
