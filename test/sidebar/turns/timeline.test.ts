import assert from 'node:assert/strict';
import { spendingOf, sumSpending } from '../../../src/converser/words/spending/spending.ts';
import type { TurnTimes } from '../../../src/converser/words/spending/turn-times.ts';
import { barText, timelineOf } from '../../../src/sidebar/turns/timeline.ts';
import { turnOfCanisters } from '../../../src/sidebar/turns/turn-of-canisters.ts';
import { canisterMaker } from '../canisters.ts';

const make = canisterMaker();
const canisters = [
  make.user('u', 'Read both.'),
  make.invocation('a', 'files:read', {}),
  make.invocation('b', 'files:write', {}),
  make.result('a', 'Alpha.'),
  make.result('b', 'Written.'),
  make.assistant('s', 'Done.'),
];
const times: TurnTimes = {
  took: 9_000,
  compactions: [{ start: 5, end: 105 }],
  rounds: [
    {
      requests: [
        { start: 110, end: 200, again: 'Busy.\u202e' },
        { start: 1_200, first: 1_600, end: 2_000 },
      ],
      calls: [
        { id: 'a', start: 2_001, end: 2_101 },
        { id: 'b', start: 2_000.5, end: 8_001, waited: 4_000 },
      ],
    },
    { requests: [{ start: 8_002, first: 8_100 }], calls: [] },
  ],
};

describe('the timeline of a turn', () => {
  const rounds = [spendingOf({ input: 5_000, output: 80 }), spendingOf({ input: 7_000, output: 90 })];
  const shown = (kept: TurnTimes | undefined) => {
    const spending = { ...sumSpending(rounds), rounds, ...(kept && { times: kept }) };
    return turnOfCanisters({ canisters, spending });
  };

  it('has the model in one lane, and each call that runs at the same time in one of its own', () => {
    const { bars, lanes } = timelineOf(shown(times), times);
    assert.equal(lanes, 3);
    assert.deepEqual(
      bars.map(({ kind, lane }) => `${kind} ${lane}`),
      ['compaction 0', 'retried 0', 'model 0', 'call 1', 'call 2', 'model 0'],
    );
  });

  it('says in words what each bar shows', () => {
    assert.deepEqual(timelineOf(shown(times), times).bars.map(barText), [
      'Compaction, 100 ms',
      'Round 1, model, 90 ms, made again: Busy.\\u202e',
      'Round 1, model, 800 ms, first token after 400 ms, in all requests 5000 → 80 tokens',
      'files:read, 100 ms',
      'files:write, 6.0 s, waited 4.0 s for you',
      'Round 2, model, 998 ms, first token after 98 ms, 7000 → 90 tokens, not finished',
    ]);
  });

  it('ends what the turn left open where the turn ended, and leaves out what never began', () => {
    const stopped: TurnTimes = {
      took: 300,
      rounds: [{ requests: [{ start: 0, end: 100, again: 'Busy.' }, { start: 5_100 }], calls: [] }],
    };
    const { bars } = timelineOf(shown(stopped), stopped);
    assert.deepEqual(
      bars.map(({ start, end }) => [start, end]),
      [[0, 100]],
    );
  });

  it('is there for stored turns that kept times, and not for those that kept none', () => {
    assert.equal(shown(times).times, times);
    assert.equal(shown(undefined).times, undefined);
    assert.equal(turnOfCanisters({ canisters }).times, undefined, 'of a process that was killed');
  });
});
