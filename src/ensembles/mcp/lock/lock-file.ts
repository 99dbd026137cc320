import { lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errors, reasonOf } from '../../../converser/errors.ts';
import type { Clock } from '../../../converser/ports.ts';
import { lockFileName } from '../../descriptors/files/reserved-names.ts';
import { betweenProcesses } from './between-processes.ts';
import { inBatches } from './in-batches.ts';
import { emptyLock, type Lock } from './lock.ts';
import { parseLock, type ReadLock } from './parse-lock.ts';
import { type LockText, renderLock } from './render-lock.ts';

/** The locks on disk. */
export interface LockFiles {
  /** What is pinned in a file; nothing, where there is none. Never rejects. */
  read(file: string): Promise<ReadLock>;
  /**
   * Reads it anew, changes it and writes it, so that nobody's pins are lost: neither another window's nor those of
   * another program. `change` answers `undefined` where there is nothing to change.
   *
   * Throws `lock-broken` where nothing in the file can be relied on, and whatever kept it from being written.
   */
  update(file: string, change: (lock: Lock) => Lock | undefined): Promise<Lock>;
}

export function createLockFiles(clock: Clock): LockFiles {
  const readings = readOnce();
  const ask = inBatches<Ask>((file, asks) => answer(file, { asks, readings, clock }));
  return {
    read(file) {
      const { promise, resolve } = Promise.withResolvers<ReadLock>();
      ask(file, { resolve });
      return promise;
    },
    update(file, change) {
      const { promise, resolve, reject } = Promise.withResolvers<Lock>();
      ask(file, { change, resolve, reject });
      return promise;
    },
  };
}

type Ask = Look | Change;

interface Look {
  readonly change?: never;
  resolve(read: ReadLock): void;
}

interface Change {
  readonly change: (lock: Lock) => Lock | undefined;
  resolve(lock: Lock): void;
  reject(cause: unknown): void;
}

/** What locks say, by their text. */
interface Readings {
  parse(file: string, text: string): Promise<Found>;
  /** A lock that was written says what it was written to say. */
  learn(file: string, written: LockText): void;
}

/** All servers of a house are looked up in the same lock, one after another: as long as it is the same, once. */
function readOnce(): Readings {
  const known = new Map<string, { readonly text: string; readonly found: Promise<Found> }>();
  return {
    parse(file, text) {
      const last = known.get(file);
      if (last?.text === text) return last.found;
      const found = parseLock(file, text).then(read => ({ read, text }));
      known.set(file, { text, found });
      return found;
    },
    learn(file, { lock, ...written }) {
      const found: Found = { read: { kind: 'lock', lock }, ...written };
      known.set(file, { text: written.text, found: Promise.resolve(found) });
    },
  };
}

interface Batch {
  readonly asks: readonly Ask[];
  readonly readings: Readings;
  readonly clock: Clock;
}

/** Never rejects. */
async function answer(file: string, { asks, readings, clock }: Batch): Promise<void> {
  const changes = asks.filter(ask => ask.change !== undefined);
  const looks = asks.filter(ask => ask.change === undefined);
  const work = async () => {
    const found = await readLock(file, readings);
    await changeTogether(changes, { file, found, readings });
    if (looks.length === 0) return;
    const { read } = changes.length === 0 ? found : await readLock(file, readings);
    for (const look of looks) look.resolve(read);
  };
  await (changes.length === 0 ? work() : betweenProcesses(file, clock, work));
}

/** Never rejects. A change that cannot be made is told to whoever wanted it, and leaves the others as they are. */
async function changeTogether(
  changes: readonly Change[],
  { file, found: { read, ...former }, readings }: Changing,
): Promise<void> {
  if (read.kind === 'broken') {
    for (const { reject } of changes) reject(errors.lockBroken(read.reason));
    return;
  }
  let lock = read.lock;
  const made = changes.filter(({ change, reject }) => {
    try {
      lock = change(lock) ?? lock;
      return true;
    } catch (cause) {
      reject(cause);
      return false;
    }
  });
  try {
    if (lock !== read.lock) {
      const written = await renderLock(lock, { ...former, lock: read.lock });
      await replace(file, written.text);
      readings.learn(file, written);
    }
    for (const { resolve } of made) resolve(lock);
  } catch (cause) {
    for (const { reject } of made) reject(cause);
  }
}

interface Changing {
  readonly file: string;
  readonly found: Found;
  readonly readings: Readings;
}

interface Found extends Omit<LockText, 'lock'> {
  readonly read: ReadLock;
}

/** Never rejects. */
async function readLock(file: string, { parse }: Readings): Promise<Found> {
  try {
    // A link would let whoever made the folder have another file read, and what waits for a writer never ends.
    if (!(await lstat(file)).isFile()) return unreadable(file, 'It is no ordinary file.');
    const text = await readFile(file, 'utf8');
    return await parse(file, text);
  } catch (cause) {
    if (isMissing(cause)) return { read: { kind: 'lock', lock: emptyLock }, text: '' };
    return unreadable(file, reasonOf(cause));
  }
}

function unreadable(file: string, reason: string): Found {
  const told = `${lockFileName} cannot be read. ${reason} See to ${file}.`;
  return { read: { kind: 'broken', reason: told }, text: '' };
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

/** Whoever reads meanwhile, or after a crash, finds the old one or the new one. */
async function replace(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${path.basename(file)}.${crypto.randomUUID()}`);
  try {
    const handle = await open(draft, 'wx').catch(async cause => {
      if (!isMissing(cause)) throw cause;
      await mkdir(folder, { recursive: true });
      return open(draft, 'wx');
    });
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw cause;
  }
}
