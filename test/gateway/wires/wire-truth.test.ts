import assert from 'node:assert/strict';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { createScriptedModel, invokes, type Script } from '../../fakes/scripted-model.ts';
import { type OpenGateway, openGateway } from '../support/open-gateway.ts';

/** A stream as it was sent: the name and the data of each event, and comments. */
interface Sent {
  readonly event?: string;
  readonly data?: string;
  readonly comment?: string;
}

const messages = [{ role: 'user', content: 'Hello' }];
const bodies = {
  '/v1/chat/completions': { model: 'model', messages },
  '/v1/responses': { model: 'model', input: 'Hello' },
  '/v1/messages': { model: 'model', max_tokens: 100, messages },
} as const;
type Path = keyof typeof bodies;
const paths = Object.keys(bodies) as readonly Path[];

const said: readonly ModelEvent[] = [
  { type: 'reasoning-delta', text: 'Hm.' },
  { type: 'text-delta', text: 'Good ' },
  { type: 'text-delta', text: 'morning.' },
  { type: 'invocation', name: 'look', arguments: { at: 'it' } },
  { type: 'usage', usage: { input: 12, output: 7, cached: 4, reasoning: 2 } },
  { type: 'finish', reason: 'invocations' },
];

describe('a stream through the gateway', () => {
  it('has the events of Messages in their order, each with its name', async () => {
    const sent = await streamed('/v1/messages', said);
    assert.deepEqual(
      sent.map(({ event }) => event),
      ['message_start', ...block(1), ...block(2), ...block(1), 'message_delta', 'message_stop'],
    );
    for (const { event, data = '' } of sent) assert.equal(JSON.parse(data).type, event);
    const end = JSON.parse(sent.at(-2)?.data ?? '');
    assert.equal(end.delta.stop_reason, 'tool_use');
    const { input_tokens: input, cache_read_input_tokens: cached, output_tokens: output } = end.usage;
    assert.deepEqual([input, cached, output], [8, 4, 7]);
  });

  it('counts the events of Responses, and ends with the whole response', async () => {
    const sent = await streamed('/v1/responses', said);
    const events = sent.map(({ data = '' }) => JSON.parse(data));
    for (const [at, { sequence_number: number, type }] of events.entries())
      assert.deepEqual([number, type], [at, sent[at]?.event]);
    const { type, response } = events.at(-1);
    assert.equal(type, 'response.completed');
    assert.deepEqual(
      response.output.map((item: { readonly type: string }) => item.type),
      ['message', 'function_call'],
    );
    assert.equal(response.usage.total_tokens, 19);
    assert.equal(response.store, false);
  });

  it('says in Chat Completions what was used only if asked, and ends with [DONE]', async () => {
    for (const include_usage of [true, false]) {
      const sent = await streamed('/v1/chat/completions', said, { stream_options: { include_usage } });
      assert.equal(sent.at(-1)?.data, '[DONE]');
      const chunks = sent.slice(0, -1).map(({ data = '' }) => JSON.parse(data));
      assert.equal(new Set(chunks.map(({ id }) => id)).size, 1);
      const finish = chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? []);
      assert.deepEqual(finish, ['tool_calls']);
      assert.equal(chunks.at(-1).usage?.total_tokens, include_usage ? 19 : undefined);
    }
  });

  for (const path of paths) {
    it(`of ${path} is kept alive while the model is silent, before its first word and after it`, async () => {
      const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow: Script = async function* () {
        await first.promise;
        yield { type: 'text-delta', text: 'At ' };
        await second.promise;
        yield { type: 'text-delta', text: 'last.' };
        yield { type: 'finish', reason: 'stop' };
      };
      await using gateway = await openGateway({ models: [createScriptedModel(slow)] });
      const asked = post(gateway, path, { stream: true });
      await silence(gateway);
      const response = await asked;
      assert.equal(response.status, 200);
      const reader = eventsOf(response)[Symbol.asyncIterator]();
      // What a reply opens with does not wait for its first word.
      await readUntil(reader, sent => sent.data !== undefined);
      await silence(gateway);
      await readUntil(reader, sent => isPing(sent, path));
      first.resolve();
      await readUntil(reader, sent => sent.data?.includes('At ') === true);
      await silence(gateway);
      await readUntil(reader, sent => isPing(sent, path));
      second.resolve();
      const rest = await Array.fromAsync({ [Symbol.asyncIterator]: () => reader });
      assert.ok(JSON.stringify(rest).includes('last.'));
    });

    it(`of ${path} says what fails after its headers were sent`, async () => {
      const failing = Promise.withResolvers<void>();
      const slow: Script = async function* () {
        await failing.promise;
        yield { type: 'failure', error: { code: 'model-quota', message: 'Nothing left.', retryable: false } };
      };
      await using gateway = await openGateway({ models: [createScriptedModel(slow)] });
      const asked = post(gateway, path, { stream: true });
      await silence(gateway);
      const response = await asked;
      failing.resolve();
      const sent = await Array.fromAsync(eventsOf(response));
      assert.match(JSON.stringify(sent), /error/);
      assert.match(JSON.stringify(sent), /Nothing left\./);
      assert.ok(!JSON.stringify(sent).includes('[DONE]'));
    });

    it(`is no stream where ${path} is asked for a whole reply`, async () => {
      await using gateway = await openGateway({ models: [createScriptedModel(said)] });
      const response = await post(gateway, path, {});
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      const body = JSON.stringify(await response.json());
      for (const part of ['Good morning.', 'look', 'it']) assert.ok(body.includes(part), part);
      assert.match(response.headers.get('x-request-id') ?? '', /^req/);
    });
  }
});

describe('calls of a client’s tools', () => {
  it('are the first one only where the client wants one at a time', async () => {
    const two = invokes(['look', { at: 1 }], ['look', { at: 2 }]);
    const tool = { type: 'object', properties: {} };
    const look = { name: 'look', parameters: tool };
    const one = { parallel_tool_calls: false };
    const oneOfMessages = { tool_choice: { type: 'auto', disable_parallel_tool_use: true } };
    const asked: Readonly<Record<Path, object>> = {
      '/v1/chat/completions': { ...one, tools: [{ type: 'function', function: look }] },
      '/v1/responses': { ...one, tools: [{ type: 'function', ...look, strict: false }] },
      '/v1/messages': { ...oneOfMessages, tools: [{ name: 'look', input_schema: tool }] },
    };
    for (const path of paths) {
      const model = createScriptedModel(two, two);
      await using gateway = await openGateway({ models: [model] });
      const single = JSON.stringify(await (await post(gateway, path, asked[path])).json());
      assert.equal(single.match(/"name":"look"/g)?.length, path === '/v1/responses' ? 2 : 1, single);
      assert.equal(model.requests[0]?.parallel, false);
    }
  });
});

function block(deltas: number): readonly string[] {
  return ['content_block_start', ...Array(deltas).fill('content_block_delta'), 'content_block_stop'];
}

async function silence({ clock }: OpenGateway): Promise<void> {
  await clock.untilWaiting(15_000);
  await clock.advance(15_000);
}

function isPing({ event, comment }: Sent, path: Path): boolean {
  return path === '/v1/messages' ? event === 'ping' : comment === 'ping';
}

async function readUntil(reader: AsyncIterator<Sent, void>, isIt: (sent: Sent) => boolean): Promise<void> {
  for (;;) {
    const { value } = await reader.next();
    assert.ok(value !== undefined, 'The stream has ended.');
    if (isIt(value)) return;
  }
}

function post(gateway: OpenGateway, path: Path, more: object): Promise<Response> {
  return gateway.post(path, { ...bodies[path], ...more });
}

async function streamed(path: Path, script: Script, more: object = {}): Promise<readonly Sent[]> {
  await using gateway = await openGateway({ models: [createScriptedModel(script)] });
  const response = await post(gateway, path, { stream: true, ...more });
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.equal(response.headers.get('x-accel-buffering'), 'no');
  return Array.fromAsync(eventsOf(response));
}

async function* eventsOf({ body }: Response): AsyncGenerator<Sent, void> {
  if (body === null) return;
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) yield read(frame);
  }
  assert.equal(text, '');
}

function read(frame: string): Sent {
  const fields = frame.split('\n').map(line => {
    const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? assert.fail(line);
    return [name === '' ? 'comment' : name, value] as const;
  });
  return Object.fromEntries(fields);
}
