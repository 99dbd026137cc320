/**
 * Makes small mistakes in the code, one at a time, and sees whether a unit test notices:
 *
 *     npm run mutate [-- [--only <part of a path>] [--count 300] [--seed 1] [--tests 30] [--skip 0]]
 *
 * The same seed makes the same mistakes in the same code. Nothing of the repository is changed: a copy of it is, in
 * dist-test/mutation, where the report is, too. A mistake that survives wants a test, simpler code, or is none.
 */

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { appendFile, cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { elapsed, runMain, say } from '../workbench/ground/say.mjs';
import { type Mutant, mutantsOf, withSwitches } from './mutants.ts';
import type { Order, Outcome } from './run-switched.ts';
import { readTestGraph } from './test-graph.ts';

const root = path.resolve(import.meta.dirname, '../..');
const copy = path.join(root, 'dist-test', 'mutation');
const mocha = path.join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
const mutated = ['src/converser', 'src/dialects', 'src/ensembles/workspace', 'src/ensembles/local'];

/** Milliseconds that the tests of one mutant have. Who needs more hangs, which somebody would notice. */
const timeLimit = 60_000;

/** A single module has no more, so that long tables do not crowd the others out. */
const mostOfOneModule = 8;

type Numbered = Mutant & { readonly id: number };

const sound = new Map<string, boolean>();
let worker: ChildProcess | undefined;
let switched: ReadonlySet<number> = new Set();

await runMain(async () => {
  const { only, count, seed, tests, skip } = readArguments();
  const started = Date.now();
  await makeCopy();
  const testsOf = await readTestGraph(root);
  const chosen = sample(await allMutants(only), seed)
    .map((mutant, index) => ({ ...mutant, id: index + 1 }))
    .slice(skip, skip + count);
  switched = await insertSwitches(chosen);
  const report = path.join(copy, 'report.md');
  await writeFile(report, `# Mutants of seed ${seed}\n`);
  let killed = 0;
  for (const [index, mutant] of chosen.entries()) {
    const by = await killerOf(mutant, testsOf(mutant.file).slice(0, tests));
    if (by !== undefined) killed++;
    const verdict = by === undefined ? 'SURVIVED' : `killed (${by})`;
    await appendFile(report, describe(mutant, verdict));
    say(`${index + 1}/${chosen.length} ${verdict} ${mutant.file}:${mutant.line} ${mutant.kind}`);
  }
  worker?.kill();
  const share = Math.round((killed / Math.max(1, chosen.length)) * 100);
  console.log(`${killed} of ${chosen.length} killed (${share} %) in ${elapsed(started)}. See ${report}.`);
  return share >= 90 ? 0 : 1;
});

function readArguments() {
  const option = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    options: {
      only: option(''),
      count: option('300'),
      seed: option('1'),
      tests: option('30'),
      skip: option('0'),
    },
  });
  const { only, count, seed, tests, skip } = values;
  return { only, count: Number(count), seed: Number(seed), tests: Number(tests), skip: Number(skip) };
}

/** Packages are found in the repository's own node_modules, in which the copy lies. */
async function makeCopy(): Promise<void> {
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy, { recursive: true });
  const parts = [
    'src',
    'test',
    'ensembles',
    'media',
    'package.json',
    'tsconfig.json',
    'README.md',
    'esbuild.js',
  ];
  await Promise.all(parts.map(part => cp(path.join(root, part), path.join(copy, part), { recursive: true })));
}

async function allMutants(only: string): Promise<readonly Mutant[]> {
  const found: Mutant[] = [];
  for await (const file of glob(
    mutated.map(folder => `${folder}/**/*.ts`),
    { cwd: root },
  )) {
    if (!file.includes(only)) continue;
    found.push(...mutantsOf(file, await readFile(path.join(root, file), 'utf8')));
  }
  return found.sort((one, other) => one.file.localeCompare(other.file) || one.start - other.start);
}

/** All of them in an order that the seed decides, without those of a module that has enough. */
function sample(mutants: readonly Mutant[], seed: number): readonly Mutant[] {
  const random = randomFrom(seed);
  const ordered = mutants.map(mutant => ({ mutant, at: random() })).sort((one, other) => one.at - other.at);
  const perModule = new Map<string, number>();
  return ordered.flatMap(({ mutant }) => {
    const soFar = perModule.get(mutant.file) ?? 0;
    perModule.set(mutant.file, soFar + 1);
    return soFar < mostOfOneModule ? [mutant] : [];
  });
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * What noticed the mistake; `undefined` if nothing did. What nothing noticed in haste is looked at again in a process of its own:
 * other processes that a test starts don't know of the switches.
 */
async function killerOf(mutant: Numbered, tests: readonly string[]): Promise<string | undefined> {
  if (tests.length === 0) return undefined;
  if (switched.has(mutant.id)) {
    const outcome = await runSwitched(mutant.id, tests);
    if (outcome === 'test' || outcome === 'time limit') return outcome;
  }
  const file = path.join(copy, mutant.file);
  const [source, current] = await Promise.all([
    readFile(path.join(root, mutant.file), 'utf8'),
    readFile(file, 'utf8'),
  ]);
  const changed = source.slice(0, mutant.start) + mutant.after + source.slice(mutant.end);
  await writeFile(file, changed);
  try {
    for (const batch of [tests.slice(0, 2), tests.slice(2)]) {
      if (batch.length === 0) continue;
      const outcome = await run(batch);
      if (outcome === 'passed') continue;
      // Which may have another reason than the mistake, for example what is not in the copy.
      await writeFile(file, current);
      const passing = await passingOf(batch);
      await writeFile(file, changed);
      if (passing.length === batch.length) return outcome;
      const again = passing.length === 0 ? 'passed' : await run(passing);
      if (again !== 'passed') return again;
    }
    return undefined;
  } finally {
    await writeFile(file, current);
  }
}

async function runSwitched(mutant: number, tests: readonly string[]): Promise<Outcome | 'time limit'> {
  worker ??= fork(path.join(copy, 'test', 'mutation', 'run-switched.ts'), { cwd: copy, silent: true });
  const running = worker;
  running.stdout?.resume();
  running.stderr?.resume();
  const { promise, resolve } = Promise.withResolvers<Outcome | 'time limit'>();
  const ended = () => resolve('spoilt');
  const timer = setTimeout(() => resolve('time limit'), timeLimit);
  running.once('message', resolve).once('exit', ended);
  running.send({ mutant, tests: tests.map(test => path.join(copy, test)) } satisfies Order);
  const outcome = await promise;
  clearTimeout(timer);
  running.removeAllListeners('message').removeAllListeners('exit');
  if (outcome === 'spoilt' || outcome === 'time limit') {
    running.kill('SIGKILL');
    worker = undefined;
  }
  return outcome;
}

/** Writes the chosen mutants into the copy, each to be switched on by its number. */
async function insertSwitches(mutants: readonly Numbered[]): Promise<ReadonlySet<number>> {
  const inserted = new Set<number>();
  for (const [file, ofFile] of Map.groupBy(mutants, mutant => mutant.file)) {
    const { source, switched } = withSwitches(await readFile(path.join(root, file), 'utf8'), ofFile);
    await writeFile(path.join(copy, file), source);
    for (const id of switched) inserted.add(id);
  }
  return inserted;
}

/** Those tests that pass without any mistake. */
async function passingOf(tests: readonly string[]): Promise<readonly string[]> {
  const unknown = tests.filter(test => !sound.has(test));
  const allPass = unknown.length > 0 && (await run(unknown)) === 'passed';
  for (const test of unknown) sound.set(test, allPass || (await run([test])) === 'passed');
  return tests.filter(test => sound.get(test));
}

function run(tests: readonly string[]): Promise<'passed' | 'test' | 'time limit'> {
  const { promise, resolve } = Promise.withResolvers<'passed' | 'test' | 'time limit'>();
  const child = spawn(
    process.execPath,
    [mocha, '--no-config', '--bail', '--exit', '--timeout', '20000', ...tests],
    {
      cwd: copy,
      stdio: 'ignore',
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(copy, 'compiled') },
    },
  );
  const timer = setTimeout(() => child.kill('SIGKILL'), timeLimit);
  child.once('close', (code, signal) => {
    clearTimeout(timer);
    resolve(signal !== null ? 'time limit' : code === 0 ? 'passed' : 'test');
  });
  return promise;
}

function describe({ file, line, kind, before, after }: Mutant, verdict: string): string {
  const lines = (mark: string, text: string) => text.split('\n').map(one => `${mark} ${one}`);
  const diff = [...lines('-', before), ...lines('+', after)].join('\n');
  return `\n## ${verdict}: ${file}:${line} (${kind})\n\n\`\`\`diff\n${diff}\n\`\`\`\n`;
}
