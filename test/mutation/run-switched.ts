/**
 * Runs tests against one mutant after the other in the same process, which saves loading everything anew: the modules hold all
 * mutants, and a number says which one is made. Started by run.ts, which kills it when it hangs.
 */

import Mocha from 'mocha';

export interface Order {
  readonly mutant: number;
  readonly tests: readonly string[];
}

/** `spoilt`: the tests fail without the mistake, too, from now on. */
export type Outcome = 'passed' | 'test' | 'spoilt';

const loaded = new Map<string, Mocha>();
const chosen = globalThis as { mutant?: number };

process.on('message', async ({ mutant, tests }: Order) => {
  process.send?.(await outcomeOf(mutant, tests));
});
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

async function outcomeOf(mutant: number, tests: readonly string[]): Promise<Outcome> {
  for (const test of tests) {
    const mocha = loaded.get(test) ?? (await load(test));
    loaded.set(test, mocha);
    if ((await failuresOf(mocha, mutant)) > 0) return (await failuresOf(mocha, 0)) > 0 ? 'spoilt' : 'test';
  }
  return 'passed';
}

async function load(test: string): Promise<Mocha> {
  const mocha = new Mocha({ timeout: 20_000, bail: true, reporter: class {} as never });
  mocha.cleanReferencesAfterRun(false);
  mocha.addFile(test);
  await mocha.loadFilesAsync();
  return mocha;
}

async function failuresOf(mocha: Mocha, mutant: number): Promise<number> {
  chosen.mutant = mutant;
  try {
    return await new Promise<number>(resolve => mocha.run(resolve));
  } finally {
    chosen.mutant = 0;
  }
}
