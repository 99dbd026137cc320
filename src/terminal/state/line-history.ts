import path from 'node:path';
import { serial } from '../../converser/ground/async/serial.ts';
import type { JsonValue } from '../../converser/ground/json/json.ts';
import { readState, stateFolder, writeState } from './state-file.ts';

export interface LineHistory {
  /** The newest first. */
  readonly lines: readonly string[];
  readonly size: number;
  /** Never rejects: without a file, the lines last as long as this run. */
  add(lines: readonly string[]): Promise<void>;
}

const size = 500;

/** In characters. What is longer was pasted. */
const longest = 2000;

/** Kept in your own folder, readable only by you. Several runs share it. */
export async function openLineHistory(
  hide: (text: string) => string,
  file = path.join(stateFolder(), 'history.json'),
): Promise<LineHistory> {
  const saving = serial();
  let lines = linesIn(await readState(file));
  const withNew = (before: readonly string[], added: readonly string[]) =>
    [...new Set([...added.toReversed(), ...before])].slice(0, size);
  return {
    get lines() {
      return lines;
    },
    size,
    async add(typed) {
      const added = typed.filter(line => line.trim() !== '' && line.length <= longest).map(hide);
      lines = withNew(lines, added);
      await saving(async () => {
        const others = linesIn(await readState(file));
        await writeState(file, { lines: withNew(others, added) }).catch(() => {});
      });
    },
  };
}

function linesIn({ lines }: Readonly<Record<string, JsonValue>>): readonly string[] {
  return Array.isArray(lines) ? lines.filter(line => typeof line === 'string').slice(0, size) : [];
}
