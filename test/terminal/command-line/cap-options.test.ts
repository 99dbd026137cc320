import assert from 'node:assert/strict';
import { readCommandLine } from '../../../src/terminal/command-line/options.ts';

const capsOf = (...args: readonly string[]) => {
  const read = readCommandLine([...args, 'hi']);
  return read.kind === 'converse' ? read.options.settings.limits.caps : read;
};

describe('the options that cap what is spent', () => {
  it('are read as amounts', () => {
    assert.deepEqual(capsOf(), {});
    assert.deepEqual(capsOf('--max-tokens', '5000', '--max-requests', '3', '--max-cost', '0.50'), {
      turn: { tokens: 5000, requests: 3, cost: 0.5 },
    });
    assert.deepEqual(capsOf('--max-cost', '0'), { turn: { cost: 0 } });
  });

  it('are of a turn, a day or a month', () => {
    const day = ['--max-cost-per-day', '5', '--max-calls-per-day', '100'];
    assert.deepEqual(
      capsOf('--max-calls', '7', '--max-seconds', '90', ...day, '--max-seconds-per-month', '60'),
      {
        turn: { calls: 7, seconds: 90 },
        day: { cost: 5, calls: 100 },
        month: { seconds: 60 },
      },
    );
    assert.deepEqual(capsOf('--max-calls-per-day', '1.5'), {
      kind: 'wrong',
      message: '--max-calls-per-day must be a whole number of at least 0, not 1.5.',
    });
  });

  it('are rejected when they are not amounts', () => {
    for (const [option, written, shown] of [
      ['tokens', '1.5', '1.5'],
      ['tokens', 'many', '"many"'],
      ['requests', '', '""'],
      ['cost', '$5', '"$5"'],
      ['cost', 'Infinity', 'null'],
    ] as const) {
      const noun = option === 'cost' ? 'a number' : 'a whole number';
      assert.deepEqual(capsOf(`--max-${option}`, written), {
        kind: 'wrong',
        message: `--max-${option} must be ${noun} of at least 0, not ${shown}.`,
      });
    }
    assert.match(JSON.stringify(capsOf('--max-cost=-1')), /not -1\./);
  });
});
