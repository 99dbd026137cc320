import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { hasCode } from '../converser/ground/causes.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../converser/ground/json/json.ts';
import { appending, readBytes as readRegular } from '../files/read-regular-file.ts';

/** One write, which no other process can interrupt: `appendFile` writes in pieces of 512 kB. */
export async function appendRecords(file: string, records: readonly string[]): Promise<void> {
  const lines = records.map(recordLine);
  // The leading newline ends a line that a crash may have torn.
  const bytes = Buffer.from(`\n${lines.join('')}`);
  const handle = await open(file, appending, 0o600);
  try {
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten < bytes.length) throw new Error('The disk is full.');
    await handle.datasync();
  } finally {
    await handle.close();
  }
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

export function readBytes(file: string): Promise<Buffer | undefined> {
  return ifThere(readAll(file), undefined);
}

export function namesIn(folder: string): Promise<readonly string[]> {
  return ifThere(readdir(folder), []);
}

/** A string can't hold more. */
function readAll(file: string): Promise<Buffer> {
  return readRegular(file, { most: 512 * 1024 ** 2, followsLinks: true });
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
function readLine(line: string): readonly string[] {
  if (line === '') return [];
  const tab = line.indexOf('\t');
  const record = line.slice(tab + 1);
  return tab === -1 || line.slice(0, tab) === checksum(record) ? [record] : [];
}

function checksum(record: string): string {
  return createHash('sha256').update(record).digest('base64url').slice(0, 12);
}
