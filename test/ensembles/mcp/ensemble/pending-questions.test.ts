import assert from 'node:assert/strict';
import { createUserTime } from '../../../../src/converser/call/invocation/user-time.ts';
import type { Asked } from '../../../../src/ensembles/mcp/connection/connection-ports.ts';
import { createPendingQuestions } from '../../../../src/ensembles/mcp/ensemble/pending-questions.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import { define, stdio } from '../servers.ts';

describe('a question of a server in the middle of a call', () => {
  const asked: Asked = { definition: define(stdio('x.js')), signal: new AbortController().signal };
  const form = {
    mode: 'form',
    message: '?',
    requestedSchema: { type: 'object', properties: {} },
  } as const;

  it('gives the call more time while it is open, and no longer', async () => {
    const clock = createFakeClock();
    const questions = createPendingQuestions(clock, createUserTime(clock));
    let answer = () => {};
    const { elicit } = questions.track({
      elicit: () =>
        new Promise(resolve => {
          answer = () => resolve({ action: 'decline' });
        }),
    });
    let signs = 0;
    const waiting = questions.whileOpen(() => signs++);
    await clock.advance(5_000);
    assert.equal(signs, 0);
    const answered = elicit?.(form, asked);
    assert.equal(signs, 1);
    for (let second = 0; second < 3; second++) await clock.advance(1_000);
    assert.equal(signs, 4);
    answer();
    assert.deepEqual(await answered, { action: 'decline' });
    const atAnswer = signs;
    await clock.advance(10_000);
    assert.equal(signs, atAnswer);
    waiting.dispose();
  });

  it('counts for calls that begin while it is open, and not for those that have ended', async () => {
    const clock = createFakeClock();
    const questions = createPendingQuestions(clock, createUserTime(clock));
    const { sample } = questions.track({ sample: () => new Promise(() => {}) });
    void sample?.({ messages: [], maxTokens: 1 }, asked);
    let signs = 0;
    const waiting = questions.whileOpen(() => signs++);
    assert.equal(signs, 1);
    waiting.dispose();
    await clock.advance(5_000);
    assert.equal(signs, 1);
  });

  it('is the time of the user, and of a model that the server uses only the consent is', async () => {
    const clock = createFakeClock();
    const userTime = createUserTime(clock);
    const [consent, model] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { elicit, sample } = createPendingQuestions(clock, userTime).track({
      elicit: async () => {
        await clock.advance(60_000);
        return { action: 'decline' };
      },
      sample: async (_params, { waitForUser }) => {
        await waitForUser?.(() => consent.promise);
        await model.promise;
        return { role: 'assistant', model: 'm', content: { type: 'text', text: '' } };
      },
    });
    await elicit?.(form, asked);
    assert.equal(userTime.spent, 60_000);
    const sampled = sample?.({ messages: [], maxTokens: 1 }, asked);
    await clock.advance(5_000);
    assert.equal(userTime.isAsked, true);
    consent.resolve();
    await clock.advance(0);
    assert.equal(userTime.isAsked, false);
    await clock.advance(5_000);
    assert.equal(userTime.spent, 65_000);
    model.resolve();
    await sampled;
  });

  /** A question whose end is told by its signal, and the requests that are under way when it is asked. */
  function asking(requests: readonly Promise<unknown>[]) {
    const clock = createFakeClock();
    const questions = createPendingQuestions(clock, createUserTime(clock));
    const ended = Promise.all(requests.map(each => questions.during(() => each).catch(() => {})));
    let withdrawn = false;
    const { elicit } = questions.track({
      elicit: (_params, { signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            withdrawn = true;
          });
        }),
    });
    void elicit?.(form, asked);
    return { ended, isWithdrawn: () => withdrawn };
  }

  it('is withdrawn when the last call that it may belong to was given up', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { ended, isWithdrawn } = asking([first.promise, second.promise]);
    first.reject(new Error('stopped'));
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(isWithdrawn(), false);
    second.resolve();
    await ended;
    assert.equal(isWithdrawn(), true);
  });

  it('stays open when the call has ended by itself, and when there was no call', async () => {
    const answered = asking([Promise.resolve()]);
    await answered.ended;
    assert.equal(answered.isWithdrawn(), false);
    const unasked = asking([]);
    await unasked.ended;
    assert.equal(unasked.isWithdrawn(), false);
  });
});
