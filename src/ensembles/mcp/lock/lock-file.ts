import { hasCode } from '../../../converser/ground/causes.ts';
import { reasonOf, sentence } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { readText } from '../../../files/read-regular-file.ts';
import { replaceFile } from '../../../files/replace-file.ts';
import { lockFileName } from '../../descriptors/files/reserved-names.ts';
import { betweenProcesses } from './between-processes.ts';
import { emptyLock, type Lock } from './lock.ts';
import { parseLock, type ReadLock } from './parse-lock.ts';
import { renderLock } from './render-lock.ts';

export interface LockFiles {
  /** Resolves to no pins if there is no file. Never rejects. */
  read(file: string): Promise<ReadLock>;
  /** Throws `lock-broken` if nothing in the file can be relied on, and any fault of writing. */
  update(file: string, change: ChangeLock): Promise<Lock>;
}

type ChangeLock = (lock: Lock) => Lock | undefined;

export function createLockFiles(clock: Clock): LockFiles {
  const texts = createLockTexts();
  const ask = inBatches<Ask>((file, asks) => {
    const work = () => answer(file, asks, texts);
    return asks.some(({ change }) => change !== undefined) ? betweenProcesses(file, clock, work) : work();
  });
  return {
    read(file) {
      const { promise, resolve, reject } = Promise.withResolvers<ReadLock>();
      ask(file, { resolve, reject });
      return promise;
    },
    async update(file, change) {
      const { promise, resolve, reject } = Promise.withResolvers<ReadLock>();
      ask(file, { change, resolve, reject });
      const read = await promise;
      if (read.kind === 'broken') throw serverErrors.lockBroken(read.reason);
      return read.lock;
    },
  };
}

interface Ask {
  readonly change?: ChangeLock;
  resolve(read: ReadLock): void;
  reject(cause: unknown): void;
}

/** Never rejects. A change that fails is reported to its asker and leaves the other changes as they are. */
async function answer(file: string, asks: readonly Ask[], texts: LockTexts): Promise<void> {
  const read = await texts.read(file);
  if (read.kind === 'broken') {
    for (const { resolve } of asks) resolve(read);
    return;
  }
  let { lock } = read;
  const changed = asks.filter(({ change, reject }) => {
    try {
      lock = change?.(lock) ?? lock;
      return true;
    } catch (cause) {
      reject(cause);
      return false;
    }
  });
  try {
    if (lock !== read.lock) await texts.write(file, lock);
    for (const { resolve } of changed) resolve({ kind: 'lock', lock });
  } catch (cause) {
    for (const { change, resolve, reject } of changed) change === undefined ? resolve(read) : reject(cause);
  }
}

interface LockTexts {
  read(file: string): Promise<ReadLock>;
  write(file: string, lock: Lock): Promise<void>;
}

/** Parses each text once: all servers read the same lock one after another. */
function createLockTexts(): LockTexts {
  const known = new Map<string, { readonly text: string; readonly read: Promise<ReadLock> }>();

  function parse(file: string, text: string): Promise<ReadLock> {
    const last = known.get(file);
    if (last?.text === text) return last.read;
    const read = parseLock(file, text);
    known.set(file, { text, read });
    return read;
  }

  return {
    async read(file) {
      try {
        return await parse(file, await readText(file));
      } catch (cause) {
        return hasCode(cause, 'ENOENT')
          ? { kind: 'lock', lock: emptyLock }
          : unreadable(file, sentence(reasonOf(cause).replace(/^it/, 'It')));
      }
    },
    async write(file, lock) {
      const rendered = renderLock(lock);
      const hasCrlf = known.get(file)?.text.includes('\r\n') ?? false;
      const text = hasCrlf ? rendered.replaceAll('\n', '\r\n') : rendered;
      await replaceFile(file, text, { isDurable: true });
      known.set(file, { text, read: Promise.resolve({ kind: 'lock', lock }) });
    },
  };
}

function unreadable(file: string, reason: string): ReadLock {
  return { kind: 'broken', reason: `${lockFileName} can’t be read. ${reason} Check ${file}.` };
}

/** Contract: a batch that begins after a question arrived answers it. `answer` settles each and never rejects. */
function inBatches<Question>(
  answer: (place: string, batch: readonly Question[]) => Promise<void>,
): (place: string, question: Question) => void {
  const waiting = new Map<string, Question[]>();

  async function answerAll(place: string): Promise<void> {
    for (;;) {
      // Questions of the same moment belong to the same batch.
      await undefined;
      const batch = waiting.get(place) ?? [];
      if (batch.length === 0) break;
      waiting.set(place, []);
      await answer(place, batch);
    }
    waiting.delete(place);
  }

  return (place, question) => {
    const others = waiting.get(place);
    if (others !== undefined) {
      others.push(question);
      return;
    }
    waiting.set(place, [question]);
    void answerAll(place);
  };
}
