import assert from 'node:assert/strict';
import type { ModelEvent } from '../../src/converser/words/models/provider.ts';
import { type Activity, createActivity } from '../../src/gateway/activity.ts';
import { createFakeHost } from '../fakes/fake-host.ts';
import { createScriptedModel, type Script, says } from '../fakes/scripted-model.ts';

const never = new AbortController().signal;
const request = { canisters: [], tools: [] };

describe('the list of served requests', () => {
  it('shows one that runs, and what it used once it has ended', async () => {
    const { activity, reply, clock } = watching([
      { type: 'text-delta', text: 'Hi.' },
      { type: 'usage', usage: { input: 1_000_000, output: 2_000_000 } },
      { type: 'finish', reason: 'stop' },
    ]);
    const seen: string[] = [];
    activity.onDidChange(() => seen.push(activity.requests.map(({ state }) => state).join()));
    const events = reply();
    await events.next();
    assert.equal(activity.requests[0]?.state, 'running');
    await clock.advance(1500);
    await drain(events);
    const [served] = activity.requests;
    assert.deepEqual(
      { ...served, id: '', started: 0 },
      {
        id: '',
        client: 'cline',
        model: 'scripted/model',
        state: 'answered',
        started: 0,
        took: 1500,
        usage: { input: 1_000_000, output: 2_000_000 },
        cost: 11,
      },
    );
    assert.deepEqual(seen, ['running', 'answered']);
  });

  it('counts a reply that began anew twice', async () => {
    const { activity, reply } = watching([
      { type: 'usage', usage: { input: 10, output: 1 } },
      { type: 'restart', message: 'Again.', wait: 0 },
      { type: 'usage', usage: { input: 10, output: 5 } },
      { type: 'finish', reason: 'stop' },
    ]);
    await drain(reply());
    assert.deepEqual(activity.requests[0]?.usage, { input: 20, output: 6, requests: 2 });
  });

  it('says why one failed', async () => {
    const error = { code: 'model-quota', message: 'No more today.', retryable: false } as const;
    const { activity, reply } = watching([{ type: 'failure', error }]);
    await drain(reply());
    assert.equal(activity.requests[0]?.state, 'failed');
    assert.equal(activity.requests[0]?.reason, 'No more today.');
  });

  it('has in the log what is told of one', async () => {
    const { reply, logged } = watching([{ type: 'notice', message: 'It is still reading.' }, ...says('Hi.')]);
    await drain(reply());
    assert.deepEqual(logged, ['info A request of cline to scripted/model: It is still reading.']);
  });

  it('stops the model when you stop the request, and only that one', async () => {
    const { activity, reply } = watching(untilStopped, untilStopped);
    const [first, second] = [reply(), reply()];
    await Promise.all([first.next(), second.next()]);
    const [, older] = activity.requests;
    activity.stop(older?.id ?? '');
    const last = await drain(first);
    assert.equal(last?.type, 'failure');
    const states = activity.requests.map(({ state }) => state);
    assert.deepEqual(states, ['running', 'stopped']);
    await second.return();
  });

  it('knows that the client has left', async () => {
    const { activity, reply } = watching(says('Hi.'));
    const events = reply();
    await events.next();
    await events.return();
    assert.equal(activity.requests[0]?.state, 'stopped');
  });

  it('forgets the oldest that have ended, and none that runs', async () => {
    const { activity, reply } = watching(untilStopped);
    const running = reply();
    await running.next();
    for (let count = 0; count < 120; count++) await drain(reply());
    const states = activity.requests.map(({ state }) => state);
    assert.equal(states.length, 101);
    assert.equal(states.at(-1), 'running');
    await running.return();
  });
});

function watching(...scripts: readonly Script[]) {
  const { clock, ids, log, logged } = createFakeHost();
  const activity: Activity = createActivity({ clock, ids, log });
  const model = { ...createScriptedModel(...scripts), price: { input: 1, output: 5 } };
  const watched = activity.watched(model, 'cline');
  const reply = () =>
    watched.reply(request, never)[Symbol.asyncIterator]() as AsyncGenerator<ModelEvent, void>;
  return { activity, clock, reply, logged };
}

async function* untilStopped(_: unknown, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
  yield { type: 'text-delta', text: 'On and on' };
  if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve));
  yield { type: 'failure', error: { code: 'cancelled', message: 'Stopped.', retryable: false } };
}

async function drain(events: AsyncIterable<ModelEvent>): Promise<ModelEvent | undefined> {
  let last: ModelEvent | undefined;
  for await (const event of events) last = event;
  return last;
}
