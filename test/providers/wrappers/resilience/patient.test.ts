import assert from 'node:assert/strict';
import type { Model, ModelEvent } from '../../../../src/converser/words/models/provider.ts';
import { pulseOf } from '../../../../src/providers/configured/local/pulse.ts';
import { createBreaker } from '../../../../src/providers/wrappers/resilience/model-breaker.ts';
import { patient } from '../../../../src/providers/wrappers/resilience/patient.ts';
import { resilient } from '../../../../src/providers/wrappers/resilience/resilient.ts';
import {
  type Pulse,
  withTimeLimits,
} from '../../../../src/providers/wrappers/resilience/with-reply-limits.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import { type JsonAnswer, startJsonServer } from '../../../fakes/json-server.ts';
import { answerChunks, chunk, type Received, startOpenAiServer } from '../../../fakes/openai-server.ts';
import { createOpenAiProvider } from '../../../fakes/sdk-providers.ts';
import { userSays } from '../../../fakes/user-canister.ts';
import { closedAfterEach, namedOf } from '../../at-servers.ts';

const firstByte = 60_000;
const request = { canisters: [userSays('Hello.')], tools: [] };
const hello = answerChunks([chunk({ content: 'Hello.' }), chunk({}, 'stop')]);

describe('a silent server of your own', () => {
  const closing = closedAfterEach();

  /** The server answers the request once `answering` is resolved. */
  async function scene(pulse: Pulse, limit?: number) {
    const clock = createFakeClock();
    const answering = Promise.withResolvers<void>();
    const asked: Received[] = [];
    const server = await closing(
      startOpenAiServer(async (response, received) => {
        asked.push(received);
        if (asked.length === 1) await Promise.race([answering.promise, received.closed]);
        await hello(response, received);
      }),
    );
    const connection = withTimeLimits(
      { id: 'test', label: 'Test', baseUrl: server.url, key: async () => undefined },
      { clock, limits: { firstByte }, pulse },
    );
    const model = patient(namedOf(createOpenAiProvider(connection), 'test-model'), limit);
    const whole = resilient(model, { clock, breaker: createBreaker({ clock }), random: () => 0 });
    const pass = async (time = firstByte) => {
      await clock.untilWaiting(time);
      await clock.advance(time);
    };
    const goOn = ({ type }: ModelEvent) => type === 'restart' && setImmediate(() => void clock.advance(0));
    return { model: whole, asked, pass, goOn, answer: answering.resolve };
  }

  async function heard(model: Model, hear: (event: ModelEvent) => void = () => {}, signal = never) {
    const events: ModelEvent[] = [];
    for await (const event of model.reply(request, signal)) {
      events.push(event);
      hear(event);
    }
    return events.filter(({ type }) => type !== 'usage');
  }

  it('is waited for as long as it is alive, which is said each time', async () => {
    const { model, asked, pass, answer } = await scene(async () => 'It has read 1 of 2.');
    void pass();
    let notices = 0;
    const events = await heard(model, ({ type }) => {
      if (type === 'notice') void (++notices === 3 ? answer() : pass());
    });
    const line = (time: string) =>
      `Test hasn’t answered for ${time}, but its server is alive, so Converser keeps waiting. It has read 1 of 2. Stop it if this takes too long.`;
    assert.deepEqual(events, [
      ...['60 s', '2 min', '3 min'].map(time => ({ type: 'notice', message: line(time) })),
      { type: 'text-delta', text: 'Hello.' },
      { type: 'finish', reason: 'stop' },
    ]);
    assert.equal(asked.length, 1);
  });

  it('is given up once it is gone, and asked again', async () => {
    const signs = ['', undefined];
    const { model, asked, pass, goOn } = await scene(async () => signs.shift());
    void pass().then(() => pass());
    const names = (await heard(model, goOn)).map(({ type }) => type);
    assert.deepEqual(names, ['notice', 'restart', 'text-delta', 'finish']);
    assert.equal(asked.length, 2);
  });

  it('is given up after the time that is set, whether it is alive or not', async () => {
    const { model, pass, goOn } = await scene(() => assert.fail('It is not asked.'), 5_000);
    void pass(5_000);
    assert.deepEqual(
      (await heard(model, goOn)).map(({ type }) => type),
      ['restart', 'text-delta', 'finish'],
    );
  });

  it('is left at once when it is stopped, also while it is asked whether it is alive', async () => {
    const stop = new AbortController();
    const hanging: Pulse = signal =>
      new Promise(resolve => {
        signal.addEventListener('abort', () => resolve(undefined));
        stop.abort();
      });
    for (const pulse of [hanging, async () => '']) {
      const { model, pass, asked } = await scene(pulse);
      void pass();
      const events = await heard(model, ({ type }) => type === 'notice' && stop.abort(), stop.signal);
      const last = events.at(-1);
      assert.equal(last?.type === 'failure' && last.error.code, 'cancelled');
      await asked[0]?.closed;
    }
  });

  type Answers = Readonly<Record<string, JsonAnswer>>;
  const slot = (more: object) => ({ id: 0, is_processing: true, ...more });
  const works: Readonly<Record<string, readonly [answers: Answers, doing: string | undefined]>> = {
    'knows neither path': [{}, ''],
    'is well': [{ '/health': { body: { status: 'ok' } } }, ''],
    'loads its model': [{ '/health': { status: 503, body: { error: { message: 'Loading model' } } } }, ''],
    'has lost its engine': [{ '/health': { status: 500, body: 'EngineDeadError' } }, undefined],
    'tells no slots': [{ '/health': { body: {} }, '/slots': { status: 501, body: { error: {} } } }, ''],
    'works on nothing': [{ '/slots': { body: [slot({ is_processing: false })] } }, undefined],
    'reads a prompt': [
      {
        '/slots': {
          body: [
            slot({ is_processing: false }),
            slot({ n_prompt_tokens: 48_000, n_prompt_tokens_processed: 9_000, n_prompt_tokens_cache: 3_000 }),
          ],
        },
      },
      'It has read 12,000 of 48,000 tokens of the prompt.',
    ],
    'reads several prompts': [{ '/slots': { body: [slot({ n_prompt_tokens: 5 }), slot({})] } }, ''],
  };
  for (const [what, [answers, doing]] of Object.entries(works))
    it(`is ${doing === undefined ? 'gone' : 'alive'} where it ${what}`, async () => {
      const server = await closing(startJsonServer(({ path }) => answers[path]));
      const baseUrl = `${server.url}/v1`;
      const connection = { id: 'test', label: 'Test', baseUrl, key: async () => 'secret' };
      assert.equal(await pulseOf(connection, baseUrl)(never), doing);
      assert.equal(server.seen[0]?.headers.authorization, 'Bearer secret');
      await server.close();
      assert.equal(await pulseOf(connection, baseUrl)(never), undefined);
    });
});

const never = new AbortController().signal;
