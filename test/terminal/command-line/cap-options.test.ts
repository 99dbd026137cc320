import assert from 'node:assert/strict';
import { readCommandLine } from '../../../src/terminal/command-line/options.ts';

const capOf = (...args: readonly string[]) => {
  const read = readCommandLine([...args, 'hi']);
  return read.kind === 'converse' ? read.options.caps : read;
};

describe('the options that cap what is spent', () => {
  it('are read as amounts', () => {
    assert.equal(capOf(), undefined);
    assert.deepEqual(capOf('--max-tokens', '5000', '--max-requests', '3', '--max-cost', '0.50'), {
      turn: { tokens: 5000, requests: 3, cost: 0.5 },
    });
    assert.deepEqual(capOf('--max-cost', '0'), { turn: { cost: 0 } });
  });

  it('are of a turn, a day or a month', () => {
    const day = ['--max-cost-per-day', '5', '--max-calls-per-day', '100'];
    assert.deepEqual(
      capOf('--max-calls', '7', '--max-seconds', '90', ...day, '--max-seconds-per-month', '60'),
      {
        turn: { calls: 7, seconds: 90 },
        day: { cost: 5, calls: 100 },
        month: { seconds: 60 },
      },
    );
    assert.deepEqual(capOf('--max-calls-per-day', '1.5'), {
      kind: 'wrong',
      message: '--max-calls-per-day must be a whole number, not "1.5".',
    });
  });

  it('are rejected when they are not amounts', () => {
    for (const [option, written] of [
      ['tokens', '1.5'],
      ['tokens', 'many'],
      ['requests', ''],
      ['cost', '$5'],
      ['cost', 'Infinity'],
    ]) {
      assert.deepEqual(capOf(`--max-${option}`, String(written)), {
        kind: 'wrong',
        message: `--max-${option} must be ${option === 'cost' ? 'an amount of US dollars such as 0.50' : 'a whole number'}, not ${JSON.stringify(written)}.`,
      });
    }
    assert.match(JSON.stringify(capOf('--max-cost=-1')), /not \\"-1\\"/);
  });
});
