import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDiskJournal } from '../../../src/ensembles/workspace/journal/disk-journal.ts';
import type { CreateContestant } from './main.ts';

/** What undo does around one command that changes as many files as the scenario has calls, without the command. */
export const createManifest: CreateContestant = async ({ folder = '', scenario: { calls } }) => {
  const kept = await mkdtemp(path.join(tmpdir(), 'converser-bench-'));
  process.once('exit', () => void rm(kept, { recursive: true, force: true }));
  const log = { warn: (message: string) => void process.stderr.write(`${message}\n`) };
  const clock = { now: () => new Date() };
  const journal = createDiskJournal({ folder: kept, roots: () => [folder], clock, log });
  const { signal } = new AbortController();
  let time = 0;
  return async () => {
    const record = journal.record({ conversationId: 'c', title: 'Run' });
    const { done } = await record.watch({ tool: 'shell:run_command', signal });
    time++;
    for (let file = 0; file < calls; file++)
      await writeFile(path.join(folder, `changed-${file}.txt`), `${time} `.repeat(1000));
    await done();
    await record.end();
    return { calls, answer: '' };
  };
};

/** What Git does to find out what has changed. */
export const createGitStatus: CreateContestant = async ({ folder = '', scenario: { calls } }) => {
  const run = promisify(execFile);
  return async () => {
    await run('git', ['status', '--porcelain'], { cwd: folder });
    return { calls, answer: '' };
  };
};
