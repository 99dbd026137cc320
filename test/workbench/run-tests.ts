/**
 * Runs the test suites one after the other and says how many tests passed:
 *
 *     npm test [-- [suite…] [--grep <regular expression>] [--inspect]]
 *
 * `--inspect` makes the extension host wait for a debugger: "Attach to the extension host" in launch.json.
 * A suite that fails does not keep the next one from running. The last line is the sum of them all.
 */

import { parseArgs } from 'node:util';
import { CannotGoOn, elapsed, runMain } from './ground/say.mjs';
import { checkSuite } from './suites/check-suite.ts';
import { browserSuite, unitSuite } from './suites/node-suite.ts';
import type { Suite, SuiteOptions } from './suites/suite.ts';
import { describeTally, died, sum, type Tally } from './suites/tally.ts';
import { vscodeSuite } from './suites/vscode-suite.ts';

const suites: readonly Suite[] = [checkSuite, unitSuite, vscodeSuite, browserSuite];

await runMain(async () => {
  const started = Date.now();
  const { chosen, ...options } = readArguments();
  const tallies: Tally[] = [];
  for (const suite of chosen) tallies.push(await runSuite(suite, options));
  const total = sum(tallies);
  console.log(`\nAll of it took ${elapsed(started)}.`);
  console.log(describeTally(total));
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});

function readArguments(): SuiteOptions & { readonly chosen: readonly Suite[] } {
  const names = suites.map(({ name }) => name);
  try {
    const { values, positionals } = parseArgs({
      options: { grep: { type: 'string' }, inspect: { type: 'boolean' } },
      allowPositionals: true,
    });
    const unknown = positionals.find(name => !names.includes(name));
    if (unknown) throw new Error(`there is no suite "${unknown}"`);
    const chosen =
      positionals.length === 0 ? suites : suites.filter(({ name }) => positionals.includes(name));
    return { chosen, ...values };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotGoOn(
      `${reason}. Usage: npm test -- [${names.join('|')}]… [--grep <regular expression>] [--inspect]`,
    );
  }
}

async function runSuite(suite: Suite, options: SuiteOptions): Promise<Tally> {
  console.log(`\n━━ ${suite.name} · ${suite.about}`);
  const started = Date.now();
  const tally = await suite.run(options).catch((error: unknown) => {
    if (error instanceof CannotGoOn) console.error(`  Cannot go on: ${error.message}`);
    else console.error(error);
    return died;
  });
  console.log(`── ${suite.name}: ${describeTally(tally)} in ${elapsed(started)}`);
  return tally;
}
