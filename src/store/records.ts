import { hash } from 'node:crypto';
import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  mkdirSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from '../converser/ground/causes.ts';
import { reasonOf } from '../converser/ground/errors.ts';
import { appending, readBytes as readRegular } from '../files/read-regular-file.ts';

/**
 * Makes one write, which no other process can interrupt: `appendFile` writes in pieces of 512 kB. The system takes it at
 * once, so that waiting would take longer, and the end of this process no longer matters to it. Returns its size in bytes.
 */
export function writeRecords(file: string, records: readonly string[]): number {
  // The leading newline ends a line that a crash may have torn.
  const bytes = Buffer.from(`\n${records.map(recordLine).join('')}`);
  const opened = openToAppend(file);
  try {
    // What is longer could not be read any more.
    if (fstatSync(opened).size + bytes.length > mostBytes)
      throw new Error(`${file} has all of the 512 MB that it may have. Go on in a new conversation.`);
    if (writeSync(opened, bytes) < bytes.length) throw fullFor(file);
    return bytes.length;
  } catch (cause) {
    throw hasCode(cause, 'ENOSPC') ? fullFor(file) : cause;
  } finally {
    closeSync(opened);
  }
}

function fullFor(file: string): Error {
  return new Error(`The disk has no space left for ${file}.`);
}

/** To look for its folder takes longer than to write a round. */
function openToAppend(file: string): number {
  try {
    return openSync(file, appending, 0o600);
  } catch (cause) {
    if (!hasCode(cause, 'ENOENT')) throw cause;
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    return openSync(file, appending, 0o600);
  }
}

/** Resolves once the disk has what was written, so that a crash of the machine no longer matters either. */
export async function settleFile(file: string): Promise<void> {
  const settle = async () => {
    const opened = openSync(file, appending & ~constants.O_CREAT);
    await sync(opened).finally(() => closeSync(opened));
  };
  // Another process may have deleted it.
  await ifThere(settle(), undefined);
}

/** Returns bytes: 0 if the file doesn't exist. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

export async function appendRecords(file: string, records: readonly string[]): Promise<void> {
  writeRecords(file, records);
  await settleFile(file);
}

const sync = promisify(fdatasync);

export function recordLine(record: string): string {
  return `${checksum(record)}\t${record}\n`;
}

/** Leaves out torn and damaged records; none if there is no file. */
export async function readRecords(file: string): Promise<readonly string[]> {
  return (await readLines(file)).flatMap(readLine);
}

export async function readLines(file: string): Promise<readonly string[]> {
  return (await readBytes(file))?.toString('utf8').split('\n') ?? [];
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

/** The checksum says that a record is as it was written. */
export function saidIn<T>(record: string, key: string): T | undefined {
  // Turns are lists, and may be long, as thoughts may be.
  return record.startsWith(`{"${key}":`) ? (JSON.parse(record) as Record<string, T>)[key] : undefined;
}

export function readBytes(file: string): Promise<Buffer | undefined> {
  return ifThere(readAll(file), undefined);
}

export function namesIn(folder: string): Promise<readonly string[]> {
  return ifThere(readdir(folder), []);
}

/** A string can't hold more. */
const mostBytes = 512 * 1024 ** 2;

function readAll(file: string): Promise<Buffer> {
  return readRegular(file, { most: mostBytes, followsLinks: true }).catch(cause => {
    throw hasCode(cause, 'ENOENT') ? cause : new Error(`${file} can’t be read: ${reasonOf(cause)}`);
  });
}

async function ifThere<T, U>(work: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await work;
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return otherwise;
    throw cause;
  }
}

export function readLine(line: string): readonly string[] {
  if (line === '') return [];
  const tab = line.indexOf('\t');
  const record = line.slice(tab + 1);
  return line.slice(0, tab) === checksum(record) ? [record] : [];
}

function checksum(record: string): string {
  return hash('sha256', record, 'base64url').slice(0, 12);
}
