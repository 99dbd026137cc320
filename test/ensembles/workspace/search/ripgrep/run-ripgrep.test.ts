import assert from 'node:assert/strict';
import { runRipgrep } from '../../../../../src/ensembles/workspace/search/ripgrep/run-ripgrep.ts';

/** The records of a program that prints these, as their first characters and their lengths. */
async function printed(records: readonly (readonly [string, number])[]) {
  const script = `for (const [text, length] of ${JSON.stringify(records)})
    process.stdout.write(text.repeat(length) + '\\n');`;
  const found = await Array.fromAsync(
    runRipgrep({
      program: process.execPath,
      folder: import.meta.dirname,
      args: ['-e', script],
      separator: 10,
      signal: new AbortController().signal,
    }),
  );
  return found.map(record => [record.toString('latin1', 0, 1), record.length]);
}

describe('what ripgrep prints', () => {
  it('is given record by record, however much there is of them together', async () => {
    const records = Array.from('abcd', letter => [letter, 600_000] as const);
    assert.deepEqual(await printed(records), records);
  });

  it('leaves out a record that is too long, and not those before and after it', async () => {
    const [short, long, last] = [['a', 3] as const, ['b', 1_200_000] as const, ['c', 900_000] as const];
    assert.deepEqual(await printed([short, long, last]), [short, last]);
  });
});
