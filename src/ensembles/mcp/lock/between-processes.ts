import { hash } from 'node:crypto';
import { mkdir, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../../converser/ground/ports.ts';

/** In milliseconds. The work takes a few, so a process that takes longer has crashed. */
const longestWork = 5_000;
const pause = 20;

/** Keeps two windows from overwriting each other's changes: only one can create the guard, which is a folder. */
export async function betweenProcesses<T>(file: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const guard = guardOf(file);
  const since = clock.monotonic();
  let isOurs = false;
  // Without a guard we go on all the same: the file is read right before it is written.
  while (!isOurs && clock.monotonic() - since < longestWork) {
    isOurs = await mkdir(guard).then(yes, no);
    if (isOurs || (await removeAbandoned(guard, clock))) continue;
    await clock.sleep(pause, new AbortController().signal);
  }
  try {
    return await work();
  } finally {
    // A guard that can't be removed counts as abandoned after a while.
    if (isOurs) await rmdir(guard).catch(() => {});
  }
}

function guardOf(file: string): string {
  const digest = hash('sha256', path.resolve(file)).slice(0, 24);
  return path.join(tmpdir(), `converser-lock-${process.getuid?.() ?? 'user'}-${digest}`);
}

async function removeAbandoned(guard: string, clock: Clock): Promise<boolean> {
  const made = await stat(guard).catch(() => undefined);
  if (made === undefined) return true;
  if (clock.now().getTime() - made.mtimeMs < longestWork) return false;
  return rmdir(guard).then(yes, no);
}

const yes = () => true;
const no = () => false;
