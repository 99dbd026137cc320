import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packagedRipgrep } from '../../src/ensembles/workspace/disk/node-workspace.ts';
import { against, type Benchmark, samplesOr, task } from './benchmark.ts';
import type { Sample } from './contestants/main.ts';
import { oneAnswer } from './scenario.ts';
import type { Entry } from './stage.ts';

type Contestant = Entry['contestant'];

/** Most are on the wall, as most is done by other programs and by the system. */
export const fileBenchmarks: readonly Benchmark[] = [
  inManyFiles('find-files', ['find-files', 'ripgrep-files'], 1.3),
  inManyFiles('search-text', ['search-text', 'ripgrep-text'], 1.3),
  inManyFiles('command', ['command', 'git-status'], 1.5),
  {
    ...inManyFiles('command-alone', ['command', 'bare-command'], 150, ({ processor }) => processor),
    about:
      '50,000 files: our processor time for a command that changes one, in its layer, less that for the same command alone',
    unit: 'ms',
  },
  inManyFiles('manifest', ['manifest', 'git-status'], 1.5),
];

function inManyFiles(
  name: string,
  [ours, other]: readonly [Contestant, Contestant],
  limit: number,
  figure?: (sample: Sample) => number,
): Benchmark {
  return {
    name,
    about: `50,000 files, ${name}: time, ours to that of ${other.replace('-', ' ')}`,
    limit,
    async measure(stage) {
      const folder = await mkdtemp(path.join(tmpdir(), 'converser-bench-'));
      try {
        await makeRepository(folder);
        const more = { contestant: ours, folder, program: await packagedRipgrep(), repeat: 3 };
        return await against(
          task(oneAnswer, more),
          { contestant: other },
          {
            figure: sample => (figure?.(sample) ?? sample.wall) / more.repeat,
            rounds: { warmUps: 2, samples: samplesOr(9), ...(figure && { relate: (a, b) => a - b }) },
          },
        )(stage);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** A thousand folders of fifty files of 1 kB, a few of which hold what is searched for. */
async function makeRepository(folder: string): Promise<void> {
  await writeFile(path.join(folder, '.gitignore'), '*.log\nnode_modules/\n');
  for (let at = 0; at < 1_000; at++) {
    const place = path.join(folder, 'packages', `p${at % 50}`, 'src', `d${at}`);
    await mkdir(place, { recursive: true });
    const content = `${'export const value = 1; // A line.\n'.repeat(30)}${at % 200 === 0 ? 'needle\n' : ''}`;
    const files = Array.from({ length: 50 }, (_, file) => `file-${file}.${file % 5 === 0 ? 'md' : 'ts'}`);
    await Promise.all(files.map(file => writeFile(path.join(place, file), content)));
  }
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '-qm', 'x');
}
