import assert from 'node:assert/strict';
import { type TimedEvent, timesAfter } from '../../../src/converser/turn/turn-clock.ts';
import { noTimes } from '../../../src/converser/words/spending/turn-times.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { takeTurn } from './take-turn.ts';

const make = canisterMaker();

/** Each event comes at its time; the one before it came at the time of that. */
function timesOf(...heard: readonly (readonly [at: number, event: TimedEvent])[]) {
  return heard.reduce(
    (times, [at, event], place) => timesAfter(times, event, { at, before: heard[place - 1]?.[0] ?? 0 }),
    noTimes,
  );
}

const begin = (id: string): TimedEvent => ({
  type: 'invocation-start',
  canister: make.invocation(id, 'files:read', {}),
});
const end = (id: string, waited?: number): TimedEvent => ({
  type: 'invocation-end',
  duration: waited === undefined ? 40 : 1_000,
  canister: { ...make.result(id, 'Alpha.'), ...(waited !== undefined && { waited }) },
});
const restart = (message: string, wait: number): TimedEvent => ({
  type: 'round-restart',
  round: 1,
  message,
  wait,
});
const roundStart: TimedEvent = { type: 'round-start', round: 1 };
const replyStart: TimedEvent = { type: 'reply-start' };
const roundEnd: TimedEvent = { type: 'round-end', round: 1, reason: 'stop' };

describe('the times of a turn', () => {
  it('are those of the requests with their first tokens, and of calls at the same time', () => {
    const times = timesOf(
      [10, roundStart],
      [400, replyStart],
      [900, roundEnd],
      [901, begin('a')],
      [901, begin('b')],
      [950, end('b')],
      [7_000, end('a', 5_000)],
      [7_010, roundStart],
      [7_200, replyStart],
      [7_900, roundEnd],
    );
    assert.deepEqual(times.rounds, [
      {
        requests: [{ start: 10, first: 400, end: 900 }],
        calls: [
          { id: 'a', start: 1_000, end: 7_000, waited: 5_000 },
          { id: 'b', start: 910, end: 950 },
        ],
      },
      { requests: [{ start: 7_010, first: 7_200, end: 7_900 }], calls: [] },
    ]);
  });

  it('say why a request was made again, and when', () => {
    const times = timesOf(
      [0, roundStart],
      [5, restart('The server is busy.', 1_000)],
      [1_300, replyStart],
      [1_500, roundEnd],
    );
    assert.deepEqual(times.rounds[0]?.requests, [
      { start: 0, end: 5, again: 'The server is busy.' },
      { start: 1_005, first: 1_300, end: 1_500 },
    ]);
    const [long] = timesOf([0, roundStart], [5, restart('x'.repeat(5_000), 0)]).rounds[0]?.requests ?? [];
    assert.equal(long?.again?.length, 200);
  });

  it('have no end where the turn ended before', () => {
    const stopped = timesOf([0, roundStart], [50, replyStart]);
    assert.deepEqual(stopped.rounds[0]?.requests, [{ start: 0, first: 50 }]);
    const inCall = timesOf([0, roundStart], [5, roundEnd], [6, begin('a')]);
    assert.deepEqual(inCall.rounds[0]?.calls, [{ id: 'a', start: 6 }]);
  });

  it('tell how long something was left out, also while a request that was too long is made again', () => {
    const joined: TimedEvent = { type: 'joined', canisters: [make.compaction()] };
    const notice: TimedEvent = { type: 'notice', message: 'Summarizing…' };
    const times = timesOf(
      [1, { type: 'joined', canisters: [make.user('u', 'Hi')] }],
      [2, notice],
      [500, joined],
      [501, roundStart],
      [600, notice],
      [900, joined],
      [901, restart('Asking again with the shorter request.', 0)],
    );
    assert.deepEqual(times.compactions, [
      { start: 2, end: 500 },
      { start: 600, end: 900 },
    ]);
    assert.deepEqual(times.rounds[0]?.requests, [
      { start: 501, end: 600, again: 'Asking again with the shorter request.' },
      { start: 901 },
    ]);
  });

  it('are bounded, however many calls a reply makes', () => {
    const calls = Array.from({ length: 2_000 }, (_, at) => [1, begin(`call-${at}`)] as const);
    assert.equal(timesOf([0, roundStart], ...calls).rounds[0]?.calls.length, 500);
  });

  it('come with what the turn cost, measured by the clock of the host', async () => {
    const ports = await createFakePorts({
      ensembles: host => [
        createFakeEnsemble('files', {
          read: async () => {
            await host.clock.advance(30);
            return 'Alpha.';
          },
        }),
      ],
    });
    const { advance } = ports.host.clock;
    const model = createScriptedModel(
      async function* () {
        await advance(400);
        yield* invokes(['files__read', {}]);
      },
      async function* () {
        yield { type: 'restart', message: 'Busy.', wait: 70 };
        await advance(70);
        yield* says('Alpha.');
      },
    );
    const { end: ended } = await takeTurn({ ports, model });
    const { took, rounds } = ended.spending?.times ?? noTimes;
    assert.equal(took, 500);
    assert.deepEqual(rounds[0]?.requests, [{ start: 0, first: 400, end: 400 }]);
    assert.deepEqual(rounds[0]?.calls, [{ id: 'call-1', start: 400, end: 430 }]);
    assert.deepEqual(rounds[1]?.requests, [
      { start: 430, end: 430, again: 'Busy.' },
      { start: 500, first: 500, end: 500 },
    ]);
  });

  it('hold no key that a provider’s reason repeats', async () => {
    const ports = await createFakePorts();
    ports.host.secrets.learn('sk-very-secret-key');
    const model = createScriptedModel(async function* () {
      yield { type: 'restart', message: 'Refused sk-very-secret-key.', wait: 0 };
      yield* says('Alpha.');
    });
    const { end: ended } = await takeTurn({ ports, model });
    const again = ended.spending?.times?.rounds[0]?.requests[0]?.again ?? '';
    assert.match(again, /^Refused /);
    assert.doesNotMatch(again, /sk-very/);
  });

  it('are left where a turn is stopped in the middle', async () => {
    const ports = await createFakePorts();
    const button = new AbortController();
    const model = createScriptedModel(async function* () {
      yield* says('Al').slice(0, 1);
      await ports.host.clock.advance(250);
      button.abort();
      yield* says('pha.');
    });
    const { end: ended } = await takeTurn({ ports, model, signal: button.signal });
    assert.equal(ended.outcome, 'stopped');
    assert.equal(ended.spending?.times?.took, 250);
    assert.deepEqual(ended.spending?.times?.rounds[0]?.requests, [{ start: 0, first: 0 }]);
  });
});
