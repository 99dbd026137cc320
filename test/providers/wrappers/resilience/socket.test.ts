import assert from 'node:assert/strict';
import type { Model, ModelEvent } from '../../../../src/converser/words/models/provider.ts';
import type { Connection } from '../../../../src/providers/wire/connection.ts';
import { createBreaker } from '../../../../src/providers/wrappers/resilience/breaker.ts';
import { resilient } from '../../../../src/providers/wrappers/resilience/resilient.ts';
import { withTimeLimits } from '../../../../src/providers/wrappers/resilience/with-time-limits.ts';
import * as anthropic from '../../../fakes/anthropic-server.ts';
import { createFakeClock, type FakeClock } from '../../../fakes/fake-host.ts';
import * as openai from '../../../fakes/openai-server.ts';
import { createAnthropicProvider, createOpenAiProvider } from '../../../fakes/sdk-providers.ts';
import { userSays } from '../../../fakes/user-canister.ts';
import { says } from '../../anthropic/replies.ts';

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
  const model = provider.named?.('test-model');
  assert.ok(model);
  const breaker = createBreaker({ clock });
  return { clock, model: resilient(model, { clock, breaker, random: () => 1 }) };
}

/** Short names of what the model says, while time runs as fast as it is waited for. */
async function told({ model, clock }: Subject, signal = never): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const event of model.reply(request, signal)) {
    names.push(nameOf(event));
    if (event.type === 'restart') setImmediate(() => void clock.advance(event.wait));
  }
  return names.filter(name => name !== 'usage');
}

function nameOf(event: ModelEvent): string {
  if (event.type === 'text-delta') return event.text;
  if (event.type === 'restart') return `restart in ${event.wait} ms: ${event.message}`;
  return event.type === 'failure' ? event.error.code : event.type;
}

const hello = openai.answerChunks([openai.chunk({ content: 'Hello.' }), openai.chunk({}, 'stop')]);
const half: openai.Answer = response => {
  openai.startEvents(response);
  openai.sendEvent(response, openai.chunk({ content: 'Hel' }));
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
  try {
    return await told(subject(server.url));
  } finally {
    await server.close();
  }
}

const refuse = (status: number, headers: Record<string, string> = {}) =>
  openai.answerJson({ error: { message: 'Not now.' } }, status, headers);

describe('a resilient model on a real connection to an OpenAI-compatible server', () => {
  it('waits as the server says', async () => {
    const later =
      'restart in 2000 ms: test-model isn’t accepting requests right now. Trying again in 2 s (2 of 5).';
    assert.deepEqual(await throughOpenAi(refuse(429, { 'retry-after': '0' }), hello), [
      later,
      'Hello.',
      'finish',
    ]);
    const exactly =
      'restart in 4500 ms: test-model isn’t accepting requests right now. Trying again in 5 s (2 of 5).';
    assert.deepEqual(await throughOpenAi(refuse(429, { 'retry-after-ms': '4500' }), hello), [
      exactly,
      'Hello.',
      'finish',
    ]);
    assert.deepEqual(await throughOpenAi(refuse(429, { 'retry-after': '3600' }), hello), ['model-quota']);
  });

  it('asks again when the server is overloaded, has broken off, or will not talk', async () => {
    const overloaded = 'restart in 2000 ms: test-model is overloaded. Trying again in 2 s (2 of 5).';
    assert.deepEqual(await throughOpenAi(refuse(529), hello), [overloaded, 'Hello.', 'finish']);
    const brokenOff =
      'restart in 2000 ms: The reply from test-model broke off. Trying again in 2 s (2 of 5).';
    assert.deepEqual(await throughOpenAi(halfGone, hello), ['Hel', brokenOff, 'Hello.', 'finish']);
    const unreachable = 'restart in 2000 ms: test-model can’t be reached. Trying again in 2 s (2 of 5).';
    assert.deepEqual(await throughOpenAi(response => void response.destroy(), hello), [
      unreachable,
      'Hello.',
      'finish',
    ]);
  });

  it('gives up after so many attempts when nobody listens there', async () => {
    const server = await serve(hello);
    await server.close();
    const names = await told(subject(server.url));
    assert.deepEqual(
      names.map(name => name.replace(/:.*/, '')),
      [
        'restart in 2000 ms',
        'restart in 4000 ms',
        'restart in 8000 ms',
        'restart in 16000 ms',
        'model-unreachable',
      ],
    );
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

  it('asks nobody again when it is stopped while it waits', async () => {
    const server = await serve(refuse(429, { 'retry-after': '60' }), hello);
    const { model } = subject(server.url);
    const stop = new AbortController();
    const names: string[] = [];
    for await (const event of model.reply(request, stop.signal)) {
      names.push(nameOf(event).slice(0, 10));
      setImmediate(() => stop.abort());
    }
    assert.deepEqual(names, ['restart in', 'cancelled']);
    assert.equal(server.received.length, 1);
    await server.close();
  });
});

describe('a resilient model on a real connection to an API of the kind Anthropic Messages', () => {
  async function throughAnthropic(...answers: readonly anthropic.Answer[]): Promise<readonly string[]> {
    const server = await anthropic.startAnthropicServer(answers);
    try {
      return await told(subject(server.url, 'anthropic'));
    } finally {
      await server.close();
    }
  }

  it('asks again when it is refused for now, or the reply breaks off', async () => {
    const whole = anthropic.sse('m', says('Hello.'));
    const cut: anthropic.Answer = {
      ...anthropic.sse('m', says('Hel').slice(0, 2)),
      afterwards: 'disconnect',
    };
    const names = await throughAnthropic(
      anthropic.refusal(529, 'overloaded_error'),
      anthropic.refusal(429, 'rate_limit_error', { 'retry-after': '9' }),
      cut,
      whole,
    );
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

  it('closes the connection when it is stopped in the middle', async () => {
    const server = await anthropic.startAnthropicServer([
      { ...anthropic.sse('m', says('Hel').slice(0, 2)), afterwards: 'hang' },
    ]);
    const { model } = subject(server.url, 'anthropic');
    const stop = new AbortController();
    for await (const event of model.reply(request, stop.signal)) if (nameOf(event) === 'Hel') stop.abort();
    await server.abandoned;
    await server.close();
  });
});

describe('a server that hangs', () => {
  const silent = 'restart in 2000 ms: test-model stopped responding. Trying again in 2 s (2 of 2).';

  /** What the model says when its server hangs the first time; time passes once it hangs. */
  async function hear(
    { model, clock }: Subject,
    { limit, hangs }: { readonly limit: number; readonly hangs: Promise<unknown> },
  ): Promise<readonly string[]> {
    const names: string[] = [];
    void hangs.then(() => setImmediate(() => void clock.advance(limit)));
    for await (const event of model.reply(request, never)) {
      names.push(nameOf(event));
      if (event.type === 'restart') setImmediate(() => void clock.advance(event.wait));
    }
    return names.filter(name => name !== 'usage');
  }

  async function hearOpenAi(how: openai.Answer, kind: Kind, next: openai.Answer = hello) {
    const hangs = Promise.withResolvers<openai.Received>();
    const first: openai.Answer = async (response, received) => {
      await how(response, received);
      hangs.resolve(received);
    };
    const server = await serve(first, next);
    const names = await hear(subject(server.url, kind), {
      limit: timeLimits.firstByte,
      hangs: hangs.promise,
    });
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
    const { model, clock } = subject(server.url);
    const names: string[] = [];
    for await (const event of model.reply(request, never)) {
      names.push(nameOf(event));
      if (nameOf(event) === 'Hel') setImmediate(() => void clock.advance(timeLimits.idle));
      if (event.type === 'restart') setImmediate(() => void clock.advance(event.wait));
    }
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
    const { model, clock } = subject(server.url, 'anthropic');
    const names: string[] = [];
    for await (const event of model.reply(request, never)) {
      if (event.type !== 'usage') names.push(nameOf(event));
      if (nameOf(event) === 'Hel') setImmediate(() => void clock.advance(timeLimits.idle));
      if (event.type === 'restart') setImmediate(() => void clock.advance(event.wait));
    }
    await server.abandoned;
    await server.close();
    assert.deepEqual(names, ['Hel', silent, 'Hello.', 'finish']);
  });
});
