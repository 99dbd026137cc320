import assert from 'node:assert/strict';
import type { RequestOptions } from '@modelcontextprotocol/client';
import { createUserTime } from '../../../../src/converser/call/invocation/user-time.ts';
import { noLimit } from '../../../../src/ensembles/mcp/connection/connection-ports.ts';
import { createPendingQuestions } from '../../../../src/ensembles/mcp/ensemble/pending-questions.ts';
import { withinLimits } from '../../../../src/ensembles/mcp/ensemble/with-time-limits.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import { define, stdio } from '../servers.ts';

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
