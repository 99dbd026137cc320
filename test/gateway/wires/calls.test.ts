import assert from 'node:assert/strict';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { heldReply } from '../../../src/gateway/wires/held/held-reply.ts';
import { withToolUse } from '../../../src/providers/wrappers/with-tool-use.ts';
import { answerJson, chunk, sendEvent, startEvents, startOpenAiServer } from '../../fakes/openai-server.ts';
import { createScriptedModel, type Script } from '../../fakes/scripted-model.ts';
import { createOpenAiProvider } from '../../fakes/sdk-providers.ts';
import { createTextModel } from '../../fakes/text-model.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { namedOf, openAiAt } from '../../providers/at-servers.ts';
import { openGateway } from '../support/open-gateway.ts';
import { toolClients } from './tool-clients.ts';

const tools = [{ name: 'write', description: '', inputSchema: { type: 'object', properties: {} } }] as const;
const asked = { canisters: [userSays('Write.')], tools, fragments: true } as const;

describe('A call that a model is writing', () => {
  for (const [wire, ask] of Object.entries(toolClients)) {
    it(`reaches a client of ${wire} while the server still writes it`, async () => {
      const heard = Promise.withResolvers<void>();
      await using server = await gatedServer(heard.promise);
      await using gateway = await openGateway({ models: [server.model] });
      const pieces: string[] = [];
      const { calls } = await ask(gateway, {
        tools,
        onPiece(piece) {
          pieces.push(piece);
          // The server goes on only when the client has the first piece.
          heard.resolve();
        },
      });
      assert.deepEqual(pieces, ['{"text":', '"long"}']);
      assert.deepEqual(calls, [['write', '{"text":"long"}']]);
    });
  }

  for (const [wire, ask] of Object.entries(toolClients)) {
    it(`is not made by a client of ${wire} if the server ends with a word that nobody knows`, async () => {
      await using server = await gatedServer(Promise.resolve(), 'network_error');
      await using gateway = await openGateway({ models: [server.model] });
      await assert.rejects(ask(gateway, { tools }), /it ended its reply with “network_error”/);
    });
  }

  it('is one of one where the client wants one call only', async () => {
    const script: readonly ModelEvent[] = [
      { type: 'invocation-delta', call: 0, name: 'write', text: '{}' },
      { type: 'invocation-delta', call: 1, name: 'write', text: '{"a":1}' },
      { type: 'invocation', name: 'write', arguments: {}, call: 0 },
      { type: 'invocation', name: 'write', arguments: { a: 1 }, call: 1 },
      { type: 'finish', reason: 'invocations' },
    ];
    const events = await held(script, { parallel: false });
    assert.deepEqual(
      events.map(event => ('call' in event ? event.call : event.type)),
      [0, 0, 'finish'],
    );
  });

  it('is not passed on before it is sure that the reply will do', async () => {
    const model = createScriptedModel([{ type: 'finish', reason: 'stop' }]);
    await Array.fromAsync(
      heldReply(model, { ...asked, toolChoice: 'required' }, new AbortController().signal),
    );
    const fragmentses = model.requests.map(({ fragments }) => fragments);
    assert.deepEqual(fragmentses, [undefined, undefined]);
  });
});

describe('A required call that the server of a thinking model refuses', () => {
  const words = chunk({ content: 'No.' });
  const called = chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'write', arguments: '{}' } }] });
  for (const [what, replies, status] of [
    ['is made', [called], 200],
    ['is asked for once more if the model only speaks', [words, called], 200],
    ['is a failure if the model only speaks again', [words, words], 502],
  ] as const)
    it(what, async () => {
      let count = 0;
      const server = await startOpenAiServer((response, { body }) => {
        const error = { message: 'Thinking mode does not support this tool_choice' };
        if (body.tool_choice !== undefined) return answerJson({ error }, 400)(response);
        startEvents(response);
        sendEvent(response, replies[count++] ?? words);
        sendEvent(response, chunk({}, 'stop'));
        response.end('data: [DONE]\n\n');
      });
      const model = namedOf(openAiAt(server.url), 'deepseek-v4-pro');
      try {
        await using gateway = await openGateway({ models: [model] });
        const tool = { type: 'function', function: { name: 'write', parameters: tools[0].inputSchema } };
        const messages = [{ role: 'user', content: 'Write.' }];
        const body = { model: model.id, messages, tools: [tool], tool_choice: 'required' };
        const response = await gateway.post('/v1/chat/completions', body);
        assert.deepEqual([response.status, count], [status, replies.length], await response.text());
      } finally {
        await server.close();
      }
    });
});

describe('A model that makes up the result of its call', () => {
  for (const [wire, ask] of Object.entries(toolClients)) {
    it(`is cut before it for a client of ${wire}`, async () => {
      const call = '{"calls": [{"name": "write", "arguments": {"dice": "d6"}}]}';
      const reply = `I roll.\n${call}\n\nTool result: 4\n\nYou rolled a 4.`;
      const model = await withToolUse(createTextModel([reply]), 'contract');
      await using gateway = await openGateway({ models: [model] });
      const { text, calls, reason } = await ask(gateway, { tools });
      assert.deepEqual([text, calls, reason], ['I roll.\n', [['write', '{"dice":"d6"}']], 'tool_calls']);
    });
  }
});

function held(script: Script, more: object): Promise<readonly ModelEvent[]> {
  const model = createScriptedModel(script);
  return Array.fromAsync(heldReply(model, { ...asked, ...more }, new AbortController().signal));
}

/** A model of a server that writes half a call, waits, and writes the rest. */
async function gatedServer(gate: Promise<void>, reason = 'tool_calls') {
  const piece = (call: object) => chunk({ tool_calls: [{ index: 0, ...call }] });
  const server = await startOpenAiServer(async response => {
    startEvents(response);
    sendEvent(
      response,
      piece({ id: 'a', type: 'function', function: { name: 'write', arguments: '{"text":' } }),
    );
    await gate;
    sendEvent(response, piece({ function: { arguments: '"long"}' } }));
    sendEvent(response, chunk({}, reason));
    sendEvent(response, '[DONE]');
    response.end();
  });
  const connection = { id: 'server', label: 'Server', baseUrl: server.url, key: async () => undefined };
  const [model] = await createOpenAiProvider(connection).models(new AbortController().signal);
  if (model === undefined) throw new Error('The server lists no model.');
  return { model, [Symbol.asyncDispose]: () => server.close() };
}
