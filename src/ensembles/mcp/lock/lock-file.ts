import { lstat, readFile } from 'node:fs/promises';
import { serial } from '../../../converser/async/serial.ts';
import { serverErrors } from '../../../converser/ensemble/server-errors.ts';
import { reasonOf } from '../../../converser/errors.ts';
import type { Clock } from '../../../converser/ports.ts';
import { lockFileName } from '../../descriptors/files/reserved-names.ts';
import { replaceFile } from '../replace-file.ts';
import { betweenProcesses } from './between-processes.ts';
import { emptyLock, type Lock } from './lock.ts';
import { parseLock, type ReadLock } from './parse-lock.ts';
import { renderLock } from './render-lock.ts';

/** The locks on disk. */
export interface LockFiles {
  /** The pins in a file; none if there is no file. Never rejects. */
  read(file: string): Promise<ReadLock>;
  /**
   * Reads the file again, changes the lock and writes it, so that no window or program loses the pins of another.
   * `change` returns `undefined` if there is nothing to change.
   *
   * Throws `lock-broken` if nothing in the file can be relied on, and whatever prevented the writing.
   */
  update(file: string, change: (lock: Lock) => Lock | undefined): Promise<Lock>;
}

export function createLockFiles(clock: Clock): LockFiles {
  /** Each text is parsed once: all servers look at the same lock, one after another (`mcp-remembered` in test/bench). */
  const known = new Map<string, { readonly text: string; readonly read: Promise<ReadLock> }>();
  const inTurn = serial();

  function parse(file: string, text: string): Promise<ReadLock> {
    const last = known.get(file);
    if (last?.text === text) return last.read;
    const read = parseLock(file, text);
    known.set(file, { text, read });
    return read;
  }

  async function read(file: string): Promise<ReadLock> {
    try {
      // A link could make us read another file, and a pipe would make us wait for ever.
      if (!(await lstat(file)).isFile()) return unreadable(file, "It isn't an ordinary file.");
      return await parse(file, await readFile(file, 'utf8'));
    } catch (cause) {
      return isMissing(cause) ? { kind: 'lock', lock: emptyLock } : unreadable(file, reasonOf(cause));
    }
  }

  async function write(file: string, lock: Lock): Promise<void> {
    const rendered = renderLock(lock);
    const hasCrlf = known.get(file)?.text.includes('\r\n') ?? false;
    const text = hasCrlf ? rendered.replaceAll('\n', '\r\n') : rendered;
    await replaceFile(file, text, { isDurable: true });
    known.set(file, { text, read: Promise.resolve({ kind: 'lock', lock }) });
  }

  return {
    read,
    update: (file, change) =>
      inTurn(() =>
        betweenProcesses(file, clock, async () => {
          const current = await read(file);
          if (current.kind === 'broken') throw serverErrors.lockBroken(current.reason);
          const changed = change(current.lock);
          if (changed !== undefined) await write(file, changed);
          return changed ?? current.lock;
        }),
      ),
  };
}

function unreadable(file: string, reason: string): ReadLock {
  return { kind: 'broken', reason: `${lockFileName} can't be read. ${reason} Check ${file}.` };
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}
