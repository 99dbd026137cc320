import assert from 'node:assert/strict';
import { type ErrorData, errorData, errors } from '../../../../src/converser/ground/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../../src/converser/words/models/provider.ts';
import { createBreaker } from '../../../../src/providers/wrappers/resilience/model-breaker.ts';
import { type ResilientOptions, resilient } from '../../../../src/providers/wrappers/resilience/resilient.ts';
import { createFakeClock, type FakeClock } from '../../../fakes/fake-host.ts';
import { createScriptedModel, type Script, says } from '../../../fakes/scripted-model.ts';

const request: ModelRequest = { canisters: [], tools: [] };
const overloaded = failing(errors.modelOverloaded('X', 'busy'));
const never = new AbortController().signal;

function failing(error: ErrorData, ...before: readonly ModelEvent[]): readonly ModelEvent[] {
  return [...before, { type: 'failure', error: errorData(error) }];
}

interface Setting extends Partial<ResilientOptions> {
  readonly scripts: readonly Script[];
}

/** Chance always takes the longest wait, unless it is told otherwise. */
function setUp({ scripts, ...options }: Setting) {
  const clock = createFakeClock();
  const scripted = createScriptedModel(...scripts);
  const breaker = createBreaker({ clock });
  return { clock, scripted, model: resilient(scripted, { clock, breaker, random: () => 1, ...options }) };
}

/** All that the model says, while time runs as fast as it is waited for. */
async function hear(model: Model, clock: FakeClock, signal = never): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.reply(request, signal)) {
    events.push(event);
    if (event.type === 'restart') setImmediate(() => void clock.advance(event.wait));
  }
  return events;
}

async function heard(setting: Setting): Promise<readonly ModelEvent[]> {
  const { model, clock } = setUp(setting);
  return hear(model, clock);
}

function restarts(events: readonly ModelEvent[]) {
  return events.filter(event => event.type === 'restart');
}

function failureIn(events: readonly ModelEvent[]): ErrorData {
  const last = events.at(-1);
  assert.ok(last?.type === 'failure', JSON.stringify(last));
  return last.error;
}

describe('a resilient model', () => {
  it('passes on a reply as it is', async () => {
    assert.deepEqual(await heard({ scripts: [says('Hello.')] }), says('Hello.'));
  });

  it('gives up sooner where whoever asks has little patience, and says when to try again', async () => {
    const hearWith = async (patience: number, random: () => number) => {
      const { model, clock, scripted } = setUp({
        scripts: [overloaded, overloaded, overloaded, says('Hi.')],
        random,
      });
      const impatient: Model = {
        ...model,
        reply: (asked, signal) => model.reply({ ...asked, patience }, signal),
      };
      const last = (await hear(impatient, clock)).at(-1);
      return { last, asked: scripted.requests.length, took: clock.monotonic() };
    };
    const error = errorData(errors.modelOverloaded('X', 'busy'));
    for (const [patience, chance, retryAfter, asked, took] of [
      [1_999, 1, 2_000, 1, 0],
      [2_000, 1, 4_000, 2, 2_000],
      [1, 0.1, 1_000, 1, 0],
      [10_000, 0.5, undefined, 4, 7_000],
    ] as const)
      assert.deepEqual(await hearWith(patience, () => chance), {
        last:
          retryAfter === undefined
            ? { type: 'finish', reason: 'stop' }
            : { type: 'failure', error: { ...error, retryAfter } },
        asked,
        took,
      });
  });

  it('keeps what else there is of the model', () => {
    const { model, scripted } = setUp({ scripts: [] });
    const { reply: _own, ...rest } = model;
    const { reply: _inner, ...whole } = scripted;
    assert.deepEqual(rest, whole);
  });

  it('asks again after a while, and says so before', async () => {
    const events = await heard({ scripts: [overloaded, says('Hello.')] });
    assert.deepEqual(events, [
      {
        type: 'restart',
        wait: 2_000,
        message: 'Scripted model is overloaded. Trying again in 2 s (2 of 5).',
        error: errorData(errors.modelOverloaded('X', 'busy')),
      },
      ...says('Hello.'),
    ]);
  });

  it('waits up to twice as long each time, up to a bound, and gives up with the last failure', async () => {
    const last = errors.modelUnreachable('X', 'gone for good');
    const scripts = [overloaded, overloaded, overloaded, overloaded, overloaded, failing(last)];
    const limits = { attempts: 6, longestWait: 10_000 };
    const events = await heard({ scripts, limits });
    assert.deepEqual(
      restarts(events).map(({ wait }) => wait),
      [2_000, 4_000, 8_000, 10_000, 10_000],
    );
    assert.deepEqual(failureIn(events), errorData(last));
  });

  it('leaves the length of a wait to chance', async () => {
    const chances = [0.5, 0, 0.25];
    const events = await heard({
      scripts: [overloaded, overloaded, overloaded],
      random: () => chances.shift() ?? 1,
    });
    assert.deepEqual(
      restarts(events).map(({ wait, message }) => [wait, message]),
      [
        [1_000, 'Scripted model is overloaded. Trying again in 1 s (2 of 5).'],
        [0, 'Scripted model is overloaded. Trying again (3 of 5).'],
        [2_000, 'Scripted model is overloaded. Trying again in 2 s (4 of 5).'],
      ],
    );
  });

  it('waits no shorter than the server tells', async () => {
    const told = (ms: number) => failing(errors.modelQuota('X', 'slow', ms));
    const scripts = [told(7_000), told(90_000), told(0), says('Hello.')];
    const events = await heard({ scripts, random: () => 0.5 });
    assert.deepEqual(
      restarts(events).map(({ wait, message }) => [wait, message]),
      [
        [7_000, 'Scripted model isn’t accepting requests right now. Trying again in 7 s (2 of 5).'],
        [90_000, 'Scripted model isn’t accepting requests right now. Trying again in 90 s (3 of 5).'],
        [4_000, 'Scripted model isn’t accepting requests right now. Trying again in 4 s (4 of 5).'],
      ],
    );
    assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
  });

  it('keeps nobody waiting for longer than they would', async () => {
    const events = await heard({ scripts: [failing(errors.modelQuota('X', 'Done for today', 3_600_000))] });
    assert.equal(events.length, 1);
    const { code, message, retryable, retryAfter } = failureIn(events);
    assert.deepEqual([code, retryable, retryAfter], ['model-quota', true, 3_600_000]);
    assert.match(message, /Done for today\..* Try again in 60 min\.$/);
  });

  it('says of a broken reply that it broke off, and of silence that it was silence', async () => {
    const delta: ModelEvent = { type: 'text-delta', text: 'Hel' };
    const gone = errors.modelUnreachable('X', 'gone');
    const messages = async (first: readonly ModelEvent[]) =>
      restarts(await heard({ scripts: [first, says('Hello.')] })).map(({ message }) => message);
    assert.deepEqual(await messages(failing(gone)), [
      'Scripted model can’t be reached. Trying again in 2 s (2 of 5).',
    ]);
    assert.deepEqual(await messages(failing(gone, { type: 'notice', message: 'Hm.' })), [
      'Scripted model can’t be reached. Trying again in 2 s (2 of 5).',
    ]);
    assert.deepEqual(await messages(failing(gone, delta)), [
      'The reply from Scripted model broke off. Trying again in 2 s (2 of 5).',
    ]);
    assert.deepEqual(await messages(failing(errors.modelSilent('X', 290_000), delta)), [
      'Scripted model stopped responding. Trying again in 2 s (2 of 2).',
    ]);
  });

  it('does not ask again where it is no use', async () => {
    const useless = [
      errors.cancelled(),
      errors.modelUnauthorized('X'),
      errors.modelNotFound('X'),
      errors.modelUnpaid('X', 'no credit'),
      errors.modelFailed('X', 'bad request'),
    ];
    for (const error of useless) {
      assert.deepEqual(await heard({ scripts: [failing(error), says('Hello.')] }), failing(error));
    }
    const refusal: Script = [{ type: 'finish', reason: 'refusal' }];
    assert.deepEqual(await heard({ scripts: [refusal, says('Hello.')] }), refusal);
  });

  it('asks anew after silence once only', async () => {
    const silent = failing(errors.modelSilent('X', 290_000));
    const { model, clock, scripted } = setUp({ scripts: [silent, silent, says('Hello.')] });
    assert.equal(failureIn(await hear(model, clock)).code, 'model-silent');
    assert.equal(scripted.requests.length, 2);
  });

  it('tells what each attempt used, and leaves the sum to whoever asked', async () => {
    const used = (usage: object): ModelEvent => ({ type: 'usage', usage });
    const busy = errors.modelOverloaded('X', 'busy');
    const events = await heard({
      scripts: [
        failing(busy, used({ input: 10 }), used({ input: 12, output: 1 })),
        failing(busy),
        [used({ input: 10, cached: 4 }), used({ output: 5 }), { type: 'finish', reason: 'stop' }],
      ],
    });
    assert.deepEqual(
      events.flatMap(event => (event.type === 'usage' ? [event.usage] : [])),
      [{ input: 10 }, { input: 12, output: 1 }, { input: 10, cached: 4 }, { output: 5 }],
    );
  });
});

describe('a resilient model that is stopped', () => {
  it('ends at once while it waits, and asks nobody again', async () => {
    const { model, scripted } = setUp({ scripts: [overloaded, says('Hello.')] });
    const stop = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of model.reply(request, stop.signal)) {
      events.push(event);
      // Once it sleeps; time stands still.
      if (event.type === 'restart') setImmediate(() => stop.abort());
    }
    assert.equal(failureIn(events).code, 'cancelled');
    assert.equal(scripted.requests.length, 1);
  });

  it('is stopped, whatever fails because of it', async () => {
    const stop = new AbortController();
    const { model } = setUp({
      scripts: [
        async function* () {
          stop.abort();
          yield* overloaded;
        },
      ],
    });
    const events = await Array.fromAsync(model.reply(request, stop.signal));
    assert.deepEqual(events, failing(errors.cancelled()));
  });

  it('ends the request when nobody listens any more', async () => {
    let ended = false;
    const { model } = setUp({
      scripts: [
        async function* () {
          try {
            yield { type: 'text-delta', text: 'On and' };
            await new Promise(() => {});
          } finally {
            ended = true;
          }
        },
      ],
    });
    for await (const _event of model.reply(request, never)) break;
    assert.ok(ended);
  });
});

describe('resilient models of one server', () => {
  function setUpServer(...scripts: readonly Script[]) {
    const clock = createFakeClock();
    const limits = { failures: 3, window: 60_000, coolDown: 10_000, longestCoolDown: 60_000 };
    const breaker = createBreaker({ clock, limits });
    const options = { clock, breaker, random: () => 0, limits: { attempts: 3 } };
    const scripted = createScriptedModel(...scripts);
    return { clock, scripted, one: resilient(scripted, options), other: resilient(scripted, options) };
  }

  it('are left alone together while it keeps failing, and are told until when', async () => {
    const { one, other, clock, scripted } = setUpServer(overloaded, overloaded, overloaded, says('Hello.'));
    assert.equal(failureIn(await hear(one, clock)).code, 'model-overloaded');
    const events = await hear(other, clock);
    assert.equal(events.length, 1);
    const { code, message, retryAfter } = failureIn(events);
    assert.deepEqual([code, retryAfter], ['model-suspended', 10_000]);
    assert.match(message, /requests are paused for 10 s/);
    assert.equal(scripted.requests.length, 3);
    await clock.advance(10_000);
    assert.deepEqual(await hear(other, clock), says('Hello.'));
  });

  it('do not suffer from one that nobody listened to', async () => {
    const { one, clock } = setUpServer(says('a'), says('b'), overloaded, overloaded, says('Hello.'));
    for (let time = 0; time < 2; time++) for await (const _event of one.reply(request, never)) break;
    assert.deepEqual((await hear(one, clock)).slice(2), says('Hello.'));
  });
});
