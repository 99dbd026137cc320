import { spawn } from 'node:child_process';
import { elapsed } from '../ground/say.mjs';
import { runSuites } from './run-suites.ts';
import type { Suite, SuiteOptions } from './suite.ts';
import { describeTally, type Failure, sum, type Tally } from './tally.ts';

/** Burns a core until its standard input ends, which also the death of its parent brings about. */
const busyLoop = `
  process.stdin.resume().once('end', () => process.exit());
  (function burn() {
    for (const end = Date.now() + 50; Date.now() < end; );
    setImmediate(burn);
  })();
`;

const loops = 2;

/** Runs suites again and again beside busy loops. Each test that fails is told once, with how often it did. */
export async function findFlickers(
  suites: readonly Suite[],
  { times, ...options }: SuiteOptions & { readonly atOnce: number; readonly times: number },
): Promise<Tally> {
  const tallies: Tally[] = [];
  const burning = Array.from({ length: loops }, () =>
    spawn(process.execPath, ['-e', busyLoop], { stdio: ['pipe', 'ignore', 'inherit'] }),
  );
  try {
    while (tallies.length < times) {
      const started = Date.now();
      console.log(`\n══ Run ${tallies.length + 1} of ${times}, beside ${loops} busy loops`);
      const tally = await runSuites(suites, options);
      console.log(`\n══ ${describeTally(tally)} in ${elapsed(started)}`);
      tallies.push(tally);
    }
  } finally {
    for (const { stdin } of burning) stdin.end();
  }
  return { ...sum(tallies), failures: countFailures(tallies) };
}

/** Those that failed most often first. */
function countFailures(tallies: readonly Tally[]): readonly Failure[] {
  const byTest = Map.groupBy(
    tallies.flatMap(({ failures }) => failures),
    ({ test }) => test,
  );
  return [...byTest]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([test, [first, ...more]]) => ({
      test,
      reason: `failed in ${1 + more.length} of ${tallies.length} runs, at first with\n${first?.reason}`,
    }));
}
