import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Print } from './print-in-order.ts';
import type { MochaReport, MochaRun } from './run-mocha.ts';
import type { Tally } from './tally.ts';

export type SuiteOptions = {
  /** Runs only the tests whose full name contains this regular expression. */
  readonly grep?: string | undefined;
  /** Waits in the extension host for a debugger, and lets no test run out of time. */
  readonly inspect?: boolean | undefined;
  /** Looks at windows of VS Code in each theme, and not only in the dark one. */
  readonly themes?: boolean | undefined;
};

export type Suite = {
  readonly name: string;
  /** One line for the heading. */
  readonly about: string;
  /** Fetches and builds what the jobs need, so that they need not wait for each other. */
  prepare?(): Promise<void>;
  jobs(options: SuiteOptions): Promise<readonly Job[]>;
};

/** A part of a suite that can run beside the others. It prints through what it is given, and nowhere else. */
export type Job = (print: Print) => Promise<Tally>;

/** Milliseconds for one test: generous, because a busy machine is no failure. */
export const testLimit = 240_000;

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Absolute paths of the test modules that match, in the same order on every machine. */
export async function findTests(
  pattern: string,
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const file of glob(pattern, { cwd: root, exclude: [...except] }))
    found.push(path.join(root, file));
  return found.sort();
}

/**
 * Runs tests in another process and reads how they ended.
 *
 * @returns undefined when the process ended, or was ended, before it had counted
 */
export async function countTests(
  run: Omit<MochaRun, 'report' | 'color'>,
  start: (run: MochaRun) => Promise<void>,
): Promise<MochaReport | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'converser-report-'));
  const report = path.join(folder, 'report.json');
  try {
    await start({ ...run, report, color: process.stdout.isTTY === true });
    return JSON.parse(await readFile(report, 'utf8').catch(() => 'null')) ?? undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
