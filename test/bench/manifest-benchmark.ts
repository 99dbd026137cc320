import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Benchmark, samplesOr, task } from './benchmark.ts';
import { compare } from './compare.ts';
import { oneAnswer } from './scenario.ts';
import type { Performer } from './stage.ts';

const files = 50_000;
/** Milliseconds that the command itself takes. */
const command = 10_000;

export const manifestBenchmark: Benchmark = {
  name: 'manifest',
  about:
    'What undo does around a command in a repository of 50,000 files, to `git status` and a command of 10 s',
  limit: 0.05,
  unit: '×',
  async measure(stage) {
    const folder = await mkdtemp(path.join(tmpdir(), 'converser-bench-'));
    try {
      await fill(folder);
      const entry = task({ ...oneAnswer, calls: 10 }, { folder });
      const ours = await stage.enter({ ...entry, contestant: 'manifest' });
      const git = await stage.enter({ ...entry, contestant: 'git-status' });
      const time = (of: Performer) => async () => (await of.sample()).wall;
      const relate = (one: number, other: number) => one / (other + command);
      const finding = await compare(time(ours), time(git), { warmUps: 3, samples: samplesOr(9), relate });
      ours.leave();
      git.leave();
      return finding;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** A repository as it is after a clone: all of it is clean and packed. */
async function fill(folder: string): Promise<void> {
  const perFolder = 50;
  for (let index = 0; index < files / perFolder; index++) {
    const place = path.join(folder, `package-${index % 40}`, `part-${index}`);
    await mkdir(place, { recursive: true });
    const contents = Array.from(
      { length: perFolder },
      (_, at) => `export const part${index}_${at} = ${at};\n`,
    );
    await Promise.all(contents.map((content, at) => writeFile(path.join(place, `file-${at}.ts`), content)));
  }
  const git = promisify(execFile);
  const author = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...author, '-c', 'gc.auto=0', 'commit', '-q', '-m', 'all'],
    ['gc', '-q'],
  ])
    await git('git', args, { cwd: folder });
}
