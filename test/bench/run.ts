/**
 * Measures what the project claims about its speed, each figure as a ratio taken in one run, but for those of the
 * sidebar's page, which people feel:
 *
 *     npm run bench [-- [--only <start of a name>] [--json <file>]]
 *
 * It is for people, on a machine that has nothing else to do. No test asserts what it finds.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CannotGoOn, runMain, step } from '../workbench/ground/say.mjs';
import type { Benchmark } from './benchmark.ts';
import { benchmarks } from './benchmarks.ts';
import type { Finding } from './compare.ts';
import { openStage } from './stage.ts';

interface Row extends Finding, Pick<Benchmark, 'name' | 'about' | 'limit'> {
  readonly unit: string;
  readonly isWithin: boolean;
}

await runMain(async () => {
  const { only, json } = readArguments();
  const chosen = benchmarks.filter(({ name }) => name.startsWith(only));
  if (chosen.length === 0) throw new CannotGoOn(`there is no benchmark whose name starts with "${only}"`);
  const stage = await openStage();
  const rows: Row[] = [];
  try {
    for (const { measure, unit = '×', ...benchmark } of chosen) {
      const finding = await step(benchmark.about, () => measure(stage));
      const row = { ...benchmark, unit, ...finding, isWithin: finding.figure <= benchmark.limit };
      rows.push(row);
      // The whole takes ten minutes.
      console.log(cellsOf(row).join(' · '));
    }
  } finally {
    stage.dispose();
  }
  print(rows);
  await save(rows, json);
  return rows.every(({ isWithin }) => isWithin) ? 0 : 1;
});

function readArguments(): { readonly only: string; readonly json: string } {
  const usual = path.join(import.meta.dirname, '..', '..', 'dist-test', 'bench.json');
  try {
    return parseArgs({
      options: { only: { type: 'string', default: '' }, json: { type: 'string', default: usual } },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotGoOn(`${reason}. Usage: npm run bench [-- [--only <start of a name>] [--json <file>]]`);
  }
}

function print(rows: readonly Row[]): void {
  console.log('| benchmark | figure | limit | verdict |\n| --- | --- | --- | --- |');
  for (const row of rows) console.log(`| ${cellsOf(row).join(' | ')} |`);
}

function cellsOf({ name, figure, limit, unit, isWithin }: Row): readonly string[] {
  const found = figure.toFixed(limit < 0.1 ? 4 : 2);
  return [name, `${found} ${unit}`, `${limit} ${unit}`, isWithin ? 'kept' : 'missed'];
}

async function save(rows: readonly Row[], file: string): Promise<void> {
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  const machine = { node: process.version, platform: process.platform, cores: availableParallelism() };
  await writeFile(file, `${JSON.stringify({ machine, benchmarks: rows }, undefined, 2)}\n`);
  console.log(`\nThe medians of each side are in ${path.relative(process.cwd(), path.resolve(file))}.`);
}
