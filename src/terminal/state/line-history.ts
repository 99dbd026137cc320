import path from 'node:path';
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
  const read = async () => {
    const { lines } = await readState(file);
    return Array.isArray(lines) ? lines.filter(line => typeof line === 'string') : [];
  };
  let lines: readonly string[] = (await read()).slice(0, size);
  return {
    get lines() {
      return lines;
    },
    size,
    async add(typed) {
      const added = typed.filter(line => line.trim() !== '' && line.length <= longest).map(hide);
      const withNew = (before: readonly string[]) =>
        [...new Set([...added.toReversed(), ...before])].slice(0, size);
      lines = withNew(lines);
      await writeState(file, { lines: withNew(await read()) }).catch(() => {});
    },
  };
}
