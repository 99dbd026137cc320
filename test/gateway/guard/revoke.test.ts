import assert from 'node:assert/strict';
import { once } from 'node:events';
import { errorData, errors } from '../../../src/converser/ground/errors.ts';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakeLibrary } from '../../fakes/fake-library.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { connectHttp, eras } from '../mcp/clients.ts';
import { waitingEnsemble } from '../mcp/waiting-ensemble.ts';
import { initialize } from '../support/initialize.ts';
import { type OpenGateway, openGateway } from '../support/open-gateway.ts';
import { head, openSocket, statusesIn } from './raw-socket.ts';

const turn = () => new Promise(resolve => setImmediate(resolve));
const reason =
  'The key “a test” was revoked, so this request was stopped. Copy the current key from Converser.';

/** A model that says one word, if any, and then nothing until it is stopped. */
function createWaitingModel(word = 'Well') {
  let asked = Promise.withResolvers<void>();
  const counts = { running: 0 };
  const wait = async (signal: AbortSignal) => {
    counts.running += 1;
    asked.resolve();
    if (!signal.aborted) await once(signal, 'abort');
    counts.running -= 1;
  };
  const model: Model = {
    ...createScriptedModel(),
    async *reply(_, signal) {
      if (word !== '') yield { type: 'text-delta', text: word };
      await wait(signal);
      yield { type: 'failure', error: errorData(errors.cancelled()) };
    },
    async countTokens(_, signal) {
      await wait(signal);
      throw errors.cancelled();
    },
  };
  return {
    model,
    counts,
    /** Resolves once the model waits, and once more for each request after it. */
    async asked() {
      await asked.promise;
      asked = Promise.withResolvers();
    },
  };
}

const messages = [{ role: 'user', content: 'Think.' }];
const wires = [
  { path: '/v1/chat/completions', body: { messages } },
  { path: '/v1/responses', body: { input: 'Think.' } },
  { path: '/v1/messages', body: { messages, max_tokens: 10 } },
] as const;

const post = (body: object, more: object = {}) => ({
  method: 'POST',
  body: JSON.stringify({ model: 'scripted/model', ...body, ...more }),
});

/** Resolves once no model answers and nothing waits for a time. */
async function untilQuiet({ clock }: OpenGateway, counts = { running: 0 }): Promise<void> {
  while (counts.running > 0 || clock.pending > 0) await turn();
}

/** The data of the last event that is JSON. */
function lastEvent(stream: string): unknown {
  const data = [...stream.matchAll(/^data: (\{.*)$/gm)].at(-1)?.[1];
  return data === undefined ? undefined : JSON.parse(data);
}

describe('When a key is revoked', () => {
  for (const { path, body } of wires) {
    it(`a stream of ${path} ends with the reason, and its model stops`, async () => {
      const { model, counts, asked } = createWaitingModel();
      await using gateway = await openGateway({ models: [model] });
      const other = gateway.admit({ name: 'a test' });
      const headers = { authorization: `Bearer ${other}` };
      const stream = await gateway.ask(path, post(body, { stream: true }));
      await asked();
      const kept = await gateway.ask(path, { ...post(body, { stream: true }), headers });
      await asked();
      assert.equal(counts.running, 2);
      gateway.revoke(gateway.key);
      const said = await stream.text();
      assert.match(said, /Well/);
      assert.match(JSON.stringify(lastEvent(said)), new RegExp(reason));
      if (path === '/v1/messages')
        assert.deepEqual(lastEvent(said), {
          type: 'error',
          error: { type: 'authentication_error', message: reason },
        });
      // Another key goes on, also that of a client with the same name.
      assert.equal(counts.running, 1);
      await kept.body?.cancel();
      await untilQuiet(gateway, counts);
    });

    it(`a whole reply of ${path} is refused, also one that waits for its turn`, async () => {
      const { model, counts, asked } = createWaitingModel();
      await using gateway = await openGateway({ models: [model], limits: { running: 1 } });
      const replies = [gateway.ask(path, post(body)), gateway.ask(path, post(body))];
      await asked();
      await gateway.untilRequests({ running: 1, waiting: 1 });
      gateway.revoke(gateway.key);
      for (const response of await Promise.all(replies)) {
        assert.equal(response.status, 401);
        const { error } = (await response.json()) as { error: { type: string; message: string } };
        assert.deepEqual([error.type, error.message], ['authentication_error', reason]);
      }
      await untilQuiet(gateway, counts);
      assert.deepEqual(gateway.logged, []);
      const next = gateway.admit({ name: 'another' });
      const headers = { authorization: `Bearer ${next}` };
      const answered = await gateway.ask(path, { ...post(body, { stream: true }), headers });
      assert.equal(answered.status, 200);
      await answered.body?.cancel();
    });
  }

  it('a count is refused, and so is a stream whose model has said nothing yet', async () => {
    const { model, counts, asked } = createWaitingModel('');
    await using gateway = await openGateway({
      models: [{ ...model, capabilities: { ...model.capabilities, contextTokens: 1 } }],
    });
    const [, , { body }] = wires;
    const count = gateway.ask('/v1/messages/count_tokens', post(body));
    await asked();
    const stream = gateway.ask('/v1/messages', post(body, { stream: true }));
    await asked();
    gateway.revoke(gateway.key);
    assert.deepEqual([(await count).status, (await stream).status], [401, 401]);
    await untilQuiet(gateway, counts);
  });

  it('a stream that was begun to keep the connection alive says why it ends', async () => {
    const { model, asked } = createWaitingModel('');
    await using gateway = await openGateway({ models: [model] });
    const [, , { body }] = wires;
    const stream = gateway.ask('/v1/messages', post(body, { stream: true }));
    await asked();
    await gateway.clock.advance(15_000);
    const response = await stream;
    assert.equal(response.status, 200);
    gateway.revoke(gateway.key);
    assert.match(await response.text(), new RegExp(reason));
  });

  it('a body that is still being sent is not waited for', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const socket = await openSocket(gateway.baseUrl);
    const lines = ['POST /v1/chat/completions HTTP/1.1', 'host: localhost', `x-api-key: ${gateway.key}`];
    socket.write(`${head(...lines, 'content-length: 1000', 'expect: 100-continue')}`);
    // The guard has let it in.
    const [first] = (await once(socket, 'data')) as [Buffer];
    assert.match(first.toString(), /^HTTP\/1\.1 100 /);
    gateway.revoke(gateway.key);
    const [second] = (await once(socket, 'data')) as [Buffer];
    assert.deepEqual(statusesIn(second.toString()), [401]);
    socket.destroy();
  });

  it('a client that does not read is disconnected half a second later', async () => {
    let yielded = 0;
    const model = createScriptedModel(async function* (_, signal) {
      for (; !signal.aborted; yielded += 1) yield { type: 'text-delta', text: 'x'.repeat(50_000) };
      yield { type: 'failure', error: errorData(errors.cancelled()) };
    });
    await using gateway = await openGateway({ models: [model] });
    const { body } = post({ messages }, { stream: true });
    const lines = ['POST /v1/chat/completions HTTP/1.1', 'host: localhost', `x-api-key: ${gateway.key}`];
    const socket = await openSocket(gateway.baseUrl);
    socket.pause().write(`${head(...lines, `content-length: ${body.length}`)}${body}`);
    // Nobody reads it: all buffers on the way fill.
    for (let before = -1; before !== yielded || yielded === 0; ) {
      before = yielded;
      for (let turns = 0; turns < 200; turns += 1) await turn();
    }
    gateway.revoke(gateway.key);
    await gateway.clock.advance(500);
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
    await untilQuiet(gateway);
    assert.equal(gateway.activity.requests[0]?.state, 'stopped');
  });

  for (const era of eras) {
    it(`a call of an MCP client stops and says why, and its session ends (client of ${era})`, async () => {
      const { ensemble, started, stopped } = waitingEnsemble();
      await using gateway = await openGateway({ models: [], ensembles: [ensemble] });
      const url = new URL(`${gateway.baseUrl}/mcp`);
      const client = await connectHttp(era, url, gateway.key);
      const call = client.call('patience__wait');
      await started;
      gateway.revoke(gateway.key);
      await stopped;
      await assert.rejects(call, /revoked/);
      await gateway.clock.advance(100);
      await assert.rejects(client.tools(), /401|not known|Unauthorized/i);
      await Promise.resolve(client[Symbol.asyncDispose]()).catch(() => {});
      await untilQuiet(gateway);
    });
  }

  for (const era of eras) {
    it(`what an MCP client reads or is asked stops (client of ${era})`, async () => {
      const [reading, asking] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<AbortSignal>()];
      const answered = Promise.withResolvers<void>();
      const library = createFakeLibrary('pages', {
        resources: async () => [{ uri: 'pages://one', name: 'one' }],
        readResource(_uri, signal) {
          reading.resolve(signal);
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        },
      });
      const questions = createFakeEnsemble('questions', {
        async ask(_args, { askCaller, signal }) {
          const requestedSchema = { type: 'object', properties: {} } as const;
          await askCaller?.({ mode: 'form', message: 'Well?', requestedSchema }, signal);
          return 'done';
        },
      });
      await using gateway = await openGateway({ models: [], ensembles: [library, questions] });
      const url = new URL(`${gateway.baseUrl}/mcp`);
      const client = await connectHttp(era, url, gateway.key, async (_question, signal) => {
        asking.resolve(signal);
        await answered.promise;
        return { action: 'decline' };
      });
      const read = assert.rejects(client.read('pages://one'), /revoked/);
      const signal = await reading.promise;
      const call = assert.rejects(client.call('questions__ask'), /revoked|401|Unauthorized/i);
      await asking.promise;
      gateway.revoke(gateway.key);
      await read;
      assert.ok(signal.aborted);
      await gateway.clock.advance(100);
      answered.resolve();
      await call;
      await Promise.resolve(client[Symbol.asyncDispose]()).catch(() => {});
      await untilQuiet(gateway);
    });
  }

  it('the stream on which an MCP client listens ends', async () => {
    await using gateway = await openGateway({ models: [] });
    const begun = await initialize(gateway);
    await begun.text();
    const session = begun.headers.get('mcp-session-id') ?? '';
    const headers = { accept: 'text/event-stream', 'mcp-session-id': session };
    const stream = await gateway.ask('/mcp', { headers });
    assert.equal(stream.status, 200);
    gateway.revoke(gateway.key);
    await gateway.clock.advance(100);
    await stream.text();
    await untilQuiet(gateway);
  });
});
