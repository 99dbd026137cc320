import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { Canister } from '../converser/words/canister/canister.ts';
import { fromJson } from '../converser/words/canister/canister-json.ts';
import { openRegular, type RegularFile } from '../files/read-regular-file.ts';
import { isCanister } from './is-canister.ts';
import { mostBytes, readLine, readRecords } from './records.ts';

/** Reads what a list shows: the first question, the last canister, names and origins. The rest is not even parsed. */
export async function readTelling(file: string): Promise<readonly string[]> {
  const opened = await openRegular(file, { followsLinks: true });
  try {
    if (opened.stats.size > mostBytes) throw new Error('The conversation is too long.');
    const lines = await linesIn(opened);
    // What stands before it may not count.
    if (lines.some(({ begins }) => /^{"rolledBack":/.test(begins))) return await readRecords(file);
    const parts = lines.filter(({ begins }) => begins.startsWith('['));
    const said = lines.filter(({ begins }) => /^{"(title|origin)":/.test(begins));
    const asks = (record: string) => readPart(record)?.some(({ role }) => role === 'user') === true;
    const first = await readUntil(parts, opened, asks);
    const last = await readUntil(parts.toReversed(), opened, record => (readPart(record) ?? []).length > 0);
    return [...(await readUntil(said, opened, () => false)), ...first, ...last];
  } finally {
    opened.close();
  }
}

export function readPart(record: string): readonly Canister[] | undefined {
  if (!record.startsWith('[')) return undefined;
  try {
    const part = fromJson<unknown>(record);
    return Array.isArray(part) && part.every(isCanister) ? part : undefined;
  } catch {
    return undefined;
  }
}

interface Line {
  readonly start: number;
  readonly end: number;
  /** The first characters of its record. */
  readonly begins: string;
}

async function linesIn({ pieces }: RegularFile): Promise<readonly Line[]> {
  const lines: Line[] = [];
  let [start, at, head] = [0, 0, ''];
  const end = (to: number) => {
    lines.push({ start, end: to, begins: head.slice(head.indexOf('\t') + 1) });
    [start, head] = [to + 1, ''];
  };
  for await (const piece of pieces(mostBytes)) {
    for (let from = 0; from < piece.length; ) {
      const found = piece.indexOf('\n', from);
      const to = found === -1 ? piece.length : found;
      head += piece.toString('latin1', from, Math.min(to, from + mostOfHead - head.length));
      if (found !== -1) end(at + to);
      from = to + 1;
    }
    at += piece.length;
  }
  end(at);
  return lines;
}

const mostOfHead = 40;

async function readUntil(
  lines: readonly Line[],
  { descriptor }: RegularFile,
  isEnough: (record: string) => boolean,
): Promise<readonly string[]> {
  const records: string[] = [];
  for (const { start, end } of lines) {
    const { buffer } = await readFrom(descriptor, Buffer.alloc(end - start), 0, end - start, start);
    const [record] = readLine(buffer.toString('utf8'));
    if (record !== undefined) records.push(record);
    if (record !== undefined && isEnough(record)) break;
  }
  return records;
}

const readFrom = promisify(read);
