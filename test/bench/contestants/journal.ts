import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Root } from '../../../src/converser/words/workspace/workspace.ts';
import { createDiskJournal } from '../../../src/ensembles/workspace/journal/disk-journal.ts';
import { pathRulesOf, slashed } from '../../../src/ensembles/workspace/real-path.ts';
import type { CreateContestant } from './main.ts';

/** Bytes of a file: of one with some 300 lines. */
const size = 10_000;

/** One turn that changes as many files as the scenario has calls: what undo keeps of them, without the changes. */
export const createJournal: CreateContestant = async ({ scenario: { calls } }) => {
  const { folder, files } = await someFiles(calls);
  const root: Root = { name: 'root', path: slashed(folder), rules: pathRulesOf(folder) };
  return async () => {
    const kept = await mkdtemp(path.join(tmpdir(), 'converser-bench-'));
    const log = { warn: (message: string) => void process.stderr.write(`${message}\n`) };
    const clock = { now: () => new Date() };
    const journal = createDiskJournal({ folder: kept, roots: () => [folder], clock, log });
    const record = journal.record({ conversationId: 'c', title: 'Change' });
    for (const { name, content } of files) {
      const begun = await record.begin({ kind: 'replace', place: { root, path: name }, bytes: content });
      await begun.done();
    }
    await record.end();
    return { calls, answer: '', clearUp: () => rm(kept, { recursive: true }) };
  };
};

/** The same files, each copied such that a crash leaves it whole: written, synchronised, and given its name. */
export const createDurableWrites: CreateContestant = async ({ scenario: { calls } }) => {
  const { files } = await someFiles(calls);
  return async () => {
    const kept = await mkdtemp(path.join(tmpdir(), 'converser-bench-'));
    for (const { name, content } of files) {
      const draft = path.join(kept, `${name}.tmp`);
      const handle = await open(draft, 'w');
      await handle.writeFile(content);
      await handle.datasync();
      await handle.close();
      await rename(draft, path.join(kept, name));
    }
    return { calls, answer: '', clearUp: () => rm(kept, { recursive: true }) };
  };
};

async function someFiles(count: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'converser-bench-'));
  const files = Array.from({ length: count }, (_, at) => ({
    name: `file-${at}.txt`,
    content: randomBytes(size),
  }));
  await Promise.all(files.map(({ name, content }) => writeFile(path.join(folder, name), content)));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { folder, files };
}
