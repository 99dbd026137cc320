import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Model, ModelEvent } from '../../../../src/converser/words/models/provider.ts';
import type { Connection } from '../../../../src/providers/wire/connection.ts';
import { createBreaker } from '../../../../src/providers/wrappers/resilience/model-breaker.ts';
import { resilient } from '../../../../src/providers/wrappers/resilience/resilient.ts';
import { withTimeLimits } from '../../../../src/providers/wrappers/resilience/with-reply-limits.ts';
import * as anthropic from '../../../fakes/anthropic-server.ts';
import { createFakeClock, type FakeClock } from '../../../fakes/fake-host.ts';
import * as openai from '../../../fakes/openai-server.ts';
import { createAnthropicProvider, createOpenAiProvider } from '../../../fakes/sdk-providers.ts';
import { userSays } from '../../../fakes/user-canister.ts';
import { says } from '../../anthropic/replies.ts';
import { namedOf } from '../../at-servers.ts';

const prompt = userSays('Hello.');
const request = { canisters: [prompt], tools: [] };
const never = new AbortController().signal;
const timeLimits = { firstByte: 60_000, idle: 10_000 };

interface Subject {
  readonly model: Model;
  readonly clock: FakeClock;
}

type Kind = 'openai' | 'openai-responses' | 'anthropic';

/** A model of the server as the product has it, in a time that moves only when told. */
function subject(baseUrl: string, kind: Kind = 'openai'): Subject {
  const clock = createFakeClock();
  const connection: Connection = withTimeLimits(
    { id: 'test', label: 'Test', baseUrl, key: async () => undefined },
    { clock, limits: timeLimits },
  );
  const provider =
    kind === 'anthropic'
      ? createAnthropicProvider(connection)
      : createOpenAiProvider({ ...connection, api: kind === 'openai' ? 'chat' : 'responses' });
  const model = namedOf(provider, 'test-model');
  const breaker = createBreaker({ clock });
  return { clock, model: resilient(model, { clock, breaker, random: () => 1 }) };
}

/** Short names of what the model says, while time runs as fast as it is waited for, or so long after a piece of it. */
async function told(
  { model, clock }: Subject,
  passing: Readonly<Record<string, number>> = {},
): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const event of model.reply(request, never)) {
    const name = nameOf(event);
    names.push(name);
    const wait = event.type === 'restart' ? event.wait : passing[name];
    if (wait !== undefined) setImmediate(() => void clock.advance(wait));
  }
  return names.filter(name => name !== 'usage');
}

function nameOf(event: ModelEvent): string {
  if (event.type === 'text-delta') return event.text;
  if (event.type === 'restart') return `restart in ${event.wait} ms: ${event.message}`;
  return event.type === 'failure' ? event.error.code : event.type;
}

const hello = openai.answerChunks([openai.chunk({ content: 'Hello.' }), openai.chunk({}, 'stop')]);
const half: openai.Answer = async response => {
  openai.startEvents(response);
  await openai.sendApart(response, openai.chunk({ content: 'Hel' }));
};
const halfGone: openai.Answer = async (response, received) => {
  await half(response, received);
  // The end of the connection arrives after what was written, which its destruction might overtake.
  response.socket?.end();
};

/** An OpenAI-compatible server that answers once each way, and the last way from then on. */
async function serve(...answers: readonly openai.Answer[]) {
  const remaining = [...answers];
  return openai.startOpenAiServer((response, received) => {
    const answer = remaining.length > 1 ? remaining.shift() : remaining[0];
    return answer?.(response, received);
  });
}

async function throughOpenAi(...answers: readonly openai.Answer[]): Promise<readonly string[]> {
  const server = await serve(...answers);
  return told(subject(server.url)).finally(server.close);
}

const refuse = (status: number, headers: Record<string, string> = {}) =>
  openai.answerJson({ error: { message: 'Not now.' } }, status, headers);

describe('a resilient model on a real connection to an OpenAI-compatible server', () => {
  it('waits as the server says', async () => {
    const later = (wait: number, shown: number) =>
      `restart in ${wait} ms: test-model isn’t accepting requests right now. Trying again in ${shown} s (2 of 5).`;
    for (const [headers, expected] of [
      [{ 'retry-after': '0' }, [later(2000, 2), 'Hello.', 'finish']],
      [{ 'retry-after-ms': '4500' }, [later(4500, 5), 'Hello.', 'finish']],
      [{ 'retry-after': '3600' }, ['model-quota']],
    ] as const)
      assert.deepEqual(await throughOpenAi(refuse(429, headers), hello), expected);
  });

  it('asks again when the server is overloaded, has broken off, or will not talk', async () => {
    const again = (why: string) => `restart in 2000 ms: ${why}. Trying again in 2 s (2 of 5).`;
    for (const [answer, ...expected] of [
      [refuse(529), again('test-model is overloaded')],
      [halfGone, 'Hel', again('The reply from test-model broke off')],
      [(response: ServerResponse) => void response.destroy(), again('test-model can’t be reached')],
    ] as const)
      assert.deepEqual(await throughOpenAi(answer, hello), [...expected, 'Hello.', 'finish']);
  });

  it('closes the connection when it is stopped in the middle, or no longer listened to', async () => {
    for (const how of ['stop', 'leave']) {
      const server = await serve(half);
      const { model } = subject(server.url);
      const stop = new AbortController();
      const names: string[] = [];
      for await (const event of model.reply(request, stop.signal)) {
        names.push(nameOf(event));
        if (how === 'leave') break;
        stop.abort();
      }
      await server.received[0]?.closed;
      assert.deepEqual(names, how === 'leave' ? ['Hel'] : ['Hel', 'cancelled']);
      await server.close();
    }
  });
});

describe('a resilient model on a real connection to an API of the kind Anthropic Messages', () => {
  it('asks again when it is refused for now, or the reply breaks off', async () => {
    const whole = anthropic.sse('m', says('Hello.'));
    const cut: anthropic.Answer = {
      ...anthropic.sse('m', says('Hel').slice(0, 2)),
      afterwards: 'disconnect',
    };
    const server = await anthropic.startAnthropicServer([
      anthropic.refusal(529, 'overloaded_error'),
      anthropic.refusal(429, 'rate_limit_error', { 'retry-after': '9' }),
      cut,
      whole,
    ]);
    const names = await told(subject(server.url, 'anthropic')).finally(server.close);
    assert.deepEqual(
      // Whether its last piece still arrives is the network's affair.
      names.filter(name => name !== 'Hel'),
      [
        'restart in 2000 ms: test-model is overloaded. Trying again in 2 s (2 of 5).',
        'restart in 9000 ms: test-model isn’t accepting requests right now. Trying again in 9 s (3 of 5).',
        `restart in 8000 ms: ${names.includes('Hel') ? 'The reply from test-model broke off' : 'test-model can’t be reached'}. Trying again in 8 s (4 of 5).`,
        'Hello.',
        'finish',
      ],
    );
  });
});

describe('a server that hangs', () => {
  const silent = 'restart in 2000 ms: test-model stopped responding. Trying again in 2 s (2 of 2).';

  async function hearOpenAi(how: openai.Answer, kind: Kind, next: openai.Answer = hello) {
    const hangs = Promise.withResolvers<openai.Received>();
    const first: openai.Answer = async (response, received) => {
      await how(response, received);
      hangs.resolve(received);
    };
    const server = await serve(first, next);
    const asked = subject(server.url, kind);
    void hangs.promise.then(() => setImmediate(() => void asked.clock.advance(timeLimits.firstByte)));
    const names = await told(asked);
    await (await hangs.promise).closed;
    await server.close();
    return names;
  }

  it('before the first byte is left, and asked once more', async () => {
    assert.deepEqual(await hearOpenAi(() => {}, 'openai'), [silent, 'Hello.', 'finish']);
    assert.deepEqual(await hearOpenAi(() => {}, 'openai-responses', refuse(401)), [
      silent,
      'model-unauthorized',
    ]);
  });

  it('after the head of its answer is left, too', async () => {
    const head: openai.Answer = response => {
      openai.startEvents(response);
      response.flushHeaders();
    };
    assert.deepEqual(await hearOpenAi(head, 'openai'), [silent, 'Hello.', 'finish']);
  });

  it('in the middle is left sooner than before the first byte', async () => {
    const server = await serve(half, hello);
    const names = await told(subject(server.url), { Hel: timeLimits.idle });
    await server.received[0]?.closed;
    await server.close();
    assert.deepEqual(names, ['Hel', silent, 'Hello.', 'finish']);
  });

  it('is left at Anthropic’s, too', async () => {
    const hanging: anthropic.Answer = {
      ...anthropic.sse('m', says('Hel').slice(0, 2)),
      afterwards: 'hang',
    };
    const server = await anthropic.startAnthropicServer([hanging, anthropic.sse('m', says('Hello.'))]);
    const names = await told(subject(server.url, 'anthropic'), { Hel: timeLimits.idle });
    await server.abandoned;
    await server.close();
    assert.deepEqual(names, ['Hel', silent, 'Hello.', 'finish']);
  });
});
