/**
 * Mocha, run the same way in a plain Node and inside VS Code's extension host.
 *
 * Its command line is not used because the extension host has none.
 */

import { writeFile } from 'node:fs/promises';
import { findSourceMap } from 'node:module';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import Mocha from 'mocha';
import type { Durations } from './share-out.ts';
import type { Failure, Tally } from './tally.ts';

/** Handed from the process that runs the suites to the one that runs the tests, as JSON. */
export type MochaRun = {
  readonly files: readonly string[];
  readonly grep?: string | undefined;
  /** Milliseconds that a single test may take. */
  readonly timeout: number;
  readonly color: boolean;
  /** Where the `MochaReport` is written as JSON, when all tests have run. */
  readonly report: string;
};

export type MochaReport = {
  readonly tally: Tally;
  /** Milliseconds by test module. */
  readonly durations: Durations;
};

export const runVariable = 'CONVERSER_TEST_RUN';

/**
 * Begins what Mocha prints in the extension host, to tell it from all else that VS Code and its extensions
 * write to the same console. It is U+2063, the invisible separator, for those who see it unfiltered.
 */
export const mark = '\u2063';

interface Running {
  readonly marked?: boolean;
  /** Called after each outer suite. */
  readonly tidyUp?: () => Promise<void>;
}

export async function runMocha({ marked = false, tidyUp }: Running = {}): Promise<Tally> {
  const run: MochaRun = JSON.parse(process.env[runVariable] ?? 'null');
  if (marked) markOutput();
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: 'spec',
    timeout: run.timeout,
    color: run.color,
    ...(run.grep ? { grep: run.grep } : {}),
  });
  for (const file of run.files) {
    // Mocha's own loader tries `require` first, which VS Code does not let see the module `vscode`.
    mocha.suite.emit('pre-require', globalThis, file, mocha);
    mocha.suite.emit('require', await import(pathToFileURL(file).href), file, mocha);
    mocha.suite.emit('post-require', globalThis, file, mocha);
  }
  if (tidyUp) for (const suite of mocha.suite.suites) suite.afterAll(tidyUp);
  const report = await new Promise<MochaReport>(resolve => {
    const runner = mocha.run(() => {
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      resolve({ tally: { passed: passes, failures, skipped: pending }, durations });
    });
    const durations = measureFiles(runner);
    const failures: Failure[] = [];
    runner.on('fail', (test, error) => {
      failures.push({ test: test.fullTitle(), reason: String(error?.stack ?? error) });
    });
  });
  await writeFile(run.report, JSON.stringify(report));
  return report.tally;
}

/** Adds up how long the suites of each module take, with all that happens before and after their tests. */
function measureFiles(runner: Mocha.Runner): Durations {
  const durations: Record<string, number> = {};
  let started = 0;
  const isOuter = (suite: Mocha.Suite) => suite.parent?.root === true;
  runner.on('suite', suite => {
    if (isOuter(suite)) started = performance.now();
  });
  runner.on('suite end', suite => {
    if (!isOuter(suite) || suite.file === undefined) return;
    durations[suite.file] = Math.round((durations[suite.file] ?? 0) + performance.now() - started);
  });
  return durations;
}

/** Mocha leaves the formatting of its lines to the console, and VS Code's does not do it. */
function markOutput(): void {
  const base = Mocha.reporters.Base as unknown as { consoleLog: (...parts: unknown[]) => void };
  base.consoleLog = (...parts) => console.log(mark + atSources(format(...parts)));
}

/** Points stack traces at the tests as they were written; VS Code keeps Node from doing so by itself. */
function atSources(text: string): string {
  return text.replaceAll(/(file:\/\/[^\s()]+):(\d+):(\d+)/g, (place, url: string, line, column) => {
    const found = findSourceMap(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!found || !('originalSource' in found)) return place;
    return `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
}
