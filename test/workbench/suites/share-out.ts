import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from '../ground/cache.mjs';
import { root } from './suite.ts';

/** Milliseconds by file, relative to the repository. */
export type Durations = Readonly<Record<string, number>>;

const noteFile = path.join(cacheFolder(), 'test-durations.json');

/**
 * Divides test files among processes so that each has about as long to do, by how long each file took the last
 * time on this machine, or else by its size. What takes longest begins first.
 */
export async function shareOut(
  files: readonly string[],
  count: number,
): Promise<readonly (readonly string[])[]> {
  const known = await readDurations();
  const timed = await Promise.all(
    files.map(async file => ({ file, time: known[relative(file)] ?? (await stat(file)).size / 10 })),
  );
  const shares = Array.from({ length: count }, (): { time: number; files: string[] } => ({
    time: 0,
    files: [],
  }));
  for (const { file, time } of timed.sort((a, b) => b.time - a.time)) {
    const least = shares.reduce((a, b) => (b.time < a.time ? b : a));
    least.time += time;
    least.files.push(file);
  }
  return shares
    .sort((a, b) => b.time - a.time)
    .map(share => share.files.sort())
    .filter(share => share.length > 0);
}

/** Remembers how long files took; of two processes that do so at once, one is enough. */
export async function noteDurations(durations: Durations): Promise<void> {
  const measured = Object.entries(durations).map(([file, time]) => [relative(file), time]);
  const all = { ...(await readDurations()), ...Object.fromEntries(measured) };
  await mkdir(path.dirname(noteFile), { recursive: true });
  await writeFile(noteFile, JSON.stringify(all, undefined, 2));
}

async function readDurations(): Promise<Durations> {
  const text = await readFile(noteFile, 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text);
  } catch {
    // Another run is just writing it.
    return {};
  }
}

function relative(file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/');
}
