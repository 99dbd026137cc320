/**
 * Runs the test suites, several parts of them at once, and says how many tests passed:
 *
 *     npm test [-- [suite…] [--grep <regular expression>] [--jobs <number>] [--inspect] [--themes]]
 *     npm test -- flicker [<times>] [suite…] [--grep <regular expression>]
 *
 * `flicker` runs suites (unit, vscode and e2e) several times (3) beside two busy loops, and lists what failed how often.
 * `--jobs` says how many parts run at the same time: two more than the machine has cores, unless said otherwise,
 * because a part waits now and then for a program that it started.
 * `--inspect` makes the extension host wait for a debugger: "Attach to the extension host" in launch.json.
 * `--themes` takes the screenshots of VS Code in a light, a dark and both high contrast themes.
 * A suite that fails does not keep the others from running. The last line is the sum of them all.
 */

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { CannotGoOn, elapsed, runMain } from './ground/say.mjs';
import { withOwnHome } from './own-home.ts';
import { checkSuite } from './suites/check-suite.ts';
import { findFlickers } from './suites/flicker.ts';
import { clientsSuite, mcpSuite, oldestSuite } from './suites/mixed-suites.ts';
import {
  browserSuite,
  foreignSuite,
  looksSuite,
  modelsSuite,
  serversSuite,
  soakSuite,
  terminalSuite,
  unitSuite,
} from './suites/node-suite.ts';
import { runSuites } from './suites/run-suites.ts';
import type { Suite, SuiteOptions } from './suites/suite.ts';
import { describeTally, listFailures } from './suites/tally.ts';
import { vscodeSuite } from './suites/vscode-suite.ts';

/** Those with long jobs first, so that short ones are left to fill the end. */
const usual: readonly Suite[] = [checkSuite, vscodeSuite, browserSuite, unitSuite];
const suites: readonly Suite[] = [
  ...usual,
  mcpSuite,
  modelsSuite,
  looksSuite,
  serversSuite,
  terminalSuite,
  clientsSuite,
  foreignSuite,
  soakSuite,
  oldestSuite,
];

await runMain(async () => {
  const started = Date.now();
  const { chosen, times, ...options } = readArguments();
  const total = await withOwnHome(() =>
    times === undefined ? runSuites(chosen, options) : findFlickers(chosen, { ...options, times }),
  );
  console.log(`\nAll of it took ${elapsed(started)}.\n${listFailures(total)}${describeTally(total)}`);
  return total.failures.length === 0 && total.passed > 0 ? 0 : 1;
});

interface Arguments extends SuiteOptions {
  readonly chosen: readonly Suite[];
  readonly atOnce: number;
  /** Of `flicker`. */
  readonly times?: number;
}

function readArguments(): Arguments {
  const names = suites.map(({ name }) => name);
  try {
    const { values, positionals } = parseArgs({
      options: {
        grep: { type: 'string' },
        jobs: { type: 'string' },
        inspect: { type: 'boolean' },
        themes: { type: 'boolean' },
      },
      allowPositionals: true,
    });
    const isFlicker = positionals[0] === 'flicker';
    const isCount = (each: string) => isFlicker && /^[1-9]\d?$/.test(each);
    const named = positionals.slice(isFlicker ? 1 : 0).filter(each => !isCount(each));
    const unknown = named.find(name => !names.includes(name));
    if (unknown) throw new Error(`there is no suite "${unknown}"`);
    if (named.length > 1 && named.includes(oldestSuite.name))
      throw new Error('the suite "oldest" runs alone');
    const { grep, inspect, themes, jobs = String(availableParallelism() + 2) } = values;
    if (!/^[1-9]\d?$/.test(jobs)) throw new Error(`--jobs wants a number from 1 to 99, not "${jobs}"`);
    const unnamed = isFlicker ? usual.filter(suite => suite !== checkSuite) : usual;
    const chosen = named.length === 0 ? unnamed : suites.filter(({ name }) => named.includes(name));
    const options = { chosen, grep, inspect, themes, atOnce: Number(jobs) };
    return isFlicker ? { ...options, times: Number(positionals.find(isCount) ?? 3) } : options;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotGoOn(
      `${reason}. Usage: npm test -- [flicker [<times>]] [${names.join('|')}]… [--grep <regular expression>] [--jobs <number>] [--inspect] [--themes]`,
    );
  }
}
