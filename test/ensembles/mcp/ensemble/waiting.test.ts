import assert from 'node:assert/strict';
import type { RequestOptions } from '@modelcontextprotocol/client';
import { createUserTime } from '../../../../src/converser/call/invocation/user-time.ts';
import { type Asked, noLimit } from '../../../../src/ensembles/mcp/connection/connection-ports.ts';
import type { McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createPendingQuestions } from '../../../../src/ensembles/mcp/ensemble/pending-questions.ts';
import { withinLimits } from '../../../../src/ensembles/mcp/ensemble/with-time-limits.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import { createAskingServer } from '../../../fakes/mcp/asking-server.ts';
import { ages, serveEra } from '../../../fakes/mcp/serve-era.ts';
import { endsOfTest, ensemblesOfTest } from '../ends.ts';
import { define, never, stdio } from '../servers.ts';

const definition = define(stdio('x.js'), { timeout: 30_000, maxTimeout: 100_000 });
const form = { mode: 'form', message: '?', requestedSchema: { type: 'object', properties: {} } } as const;
const silent = { code: 'server-unavailable', retryable: true };

describe('a request that is no call', () => {
  /** One that is answered only when the test does so, or when it is stopped. */
  function create() {
    const clock = createFakeClock();
    const person = Promise.withResolvers<{ action: 'cancel' }>();
    const userTime = createUserTime(clock);
    const questions = createPendingQuestions(clock, userTime);
    const { elicit } = questions.track({ elicit: () => person.promise });
    const stop = new AbortController();
    const answer = Promise.withResolvers<string>();
    let given: RequestOptions = {};
    const request = async (options: RequestOptions) => {
      given = options;
      options.signal?.addEventListener('abort', () => answer.reject(new Error('The library has stopped.')));
      return answer.promise;
    };
    const asked = withinLimits(request, { definition, clock, questions, userTime, signal: stop.signal });
    asked.catch(() => {});
    const isStopped = () => given.signal?.aborted;
    const ask = () => elicit?.(form, { definition, signal: stop.signal });
    return { clock, person, stop, answer, asked, given, isStopped, ask };
  }

  it('is answered', async () => {
    const { answer, asked, given, isStopped, clock } = create();
    assert.equal(given.timeout, noLimit, 'the library does not know of the time of the user');
    answer.resolve('here');
    assert.equal(await asked, 'here');
    await clock.advance(200_000);
    assert.equal(isStopped(), false);
  });

  it('is stopped after the same silence as a call', async () => {
    const { clock, asked, isStopped } = create();
    await clock.advance(29_999);
    assert.equal(isStopped(), false);
    await clock.advance(1);
    await assert.rejects(asked, { ...silent, message: /tried didn’t answer within 30 s/ });
    assert.equal(isStopped(), true);
  });

  it('has more time while it reports progress, up to the total limit of a call', async () => {
    const { clock, asked, given, isStopped } = create();
    for (let time = 0; time < 3; time++) {
      await clock.advance(29_000);
      given.onprogress?.({ progress: time });
    }
    await clock.advance(12_999);
    assert.equal(isStopped(), false);
    await clock.advance(1);
    await assert.rejects(asked, { ...silent, message: /within 100 s/ });
  });

  it('has more time while the server asks the user, and all its time again after the answer', async () => {
    const { clock, asked, person, ask, isStopped } = create();
    const answered = ask();
    for (let second = 0; second < 600; second++) await clock.advance(1_000);
    assert.equal(isStopped(), false);
    person.resolve({ action: 'cancel' });
    await answered;
    await clock.advance(29_999);
    assert.equal(isStopped(), false);
    await clock.advance(1);
    await assert.rejects(asked, silent);
  });

  it('ends with the library’s own error when it is stopped', async () => {
    const { asked, stop } = create();
    stop.abort('enough');
    await assert.rejects(asked, /The library has stopped/);
  });
});

describe('a question of a server in the middle of a call', () => {
  const asked: Asked = { definition: define(stdio('x.js')), signal: new AbortController().signal };

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

for (const era of ages) {
  describe(`a prompt of a server of the ${era} era`, () => {
    const clock = createFakeClock();
    const ends = endsOfTest();
    const make = ensemblesOfTest(ends);
    let ensemble: McpEnsemble;
    let shown: PromiseWithResolvers<void>;
    let answered: PromiseWithResolvers<void>;
    beforeEach(async () => {
      shown = Promise.withResolvers();
      answered = Promise.withResolvers();
      const elicit = async () => {
        shown.resolve();
        await answered.promise;
        return { action: 'accept', content: { city: 'Oslo' } } as const;
      };
      const { url, close } = await serveEra(era, createAskingServer);
      ends.push(close);
      const definition = define({ kind: 'http', url: `${url}/mcp`, headers: {} });
      ({ ensemble } = make(definition, { clock, handlers: { elicit } }));
      await ensemble.connect(never());
      assert.equal(ensemble.state.status, 'ready', JSON.stringify(ensemble.state));
    });

    it('waits for as long as you take to answer the server’s question', async () => {
      const written = ensemble.writePrompt({ name: 'form' }, never());
      written.catch(() => {});
      await shown.promise;
      for (let second = 0; second < 300; second++) await clock.advance(1_000);
      answered.resolve();
      assert.match(JSON.stringify((await written).content), /Oslo/);
    });

    it('is given up after the same silence as a call, and the server keeps running', async () => {
      const written = ensemble.writePrompt({ name: 'never' }, never());
      written.catch(() => {});
      await clock.untilWaiting(30_000);
      await clock.advance(30_000);
      await assert.rejects(written, { code: 'server-unavailable', message: /didn’t answer within 30 s/ });
      assert.equal(ensemble.server, 'running');
      assert.equal((await ensemble.library.prompts(never())).length, 2);
    });
  });
}
