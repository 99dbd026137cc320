import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ErrorData, errorData, errors } from '../../../src/converser/ground/errors.ts';
import type { Model, ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { eventually, often } from '../../eventually.ts';
import { type AnthropicServer, frame, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { answerChunks, chunk, startOpenAiServer } from '../../fakes/openai-server.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { converserOfTests, runningConverser } from '../support/converser.ts';
import { chatModelOf, partsOf, set } from '../support/servers.ts';

const { User, Assistant } = vscode.LanguageModelChatMessage;

const roll: vscode.LanguageModelChatTool = {
  name: 'roll',
  description: 'Rolls a die.',
  inputSchema: { type: 'object', properties: {} },
};

const signature = 'only-its-maker-can-read-this';

/** Thinks, signs it and calls a tool; and answers once there is a result. */
function thinkingServer(): Promise<AnthropicServer> {
  const block = (index: number, start: object, ...deltas: readonly object[]) => [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
  const thought = block(
    0,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking: 'A die it is.' },
    { type: 'signature_delta', signature },
  );
  const call = block(
    1,
    { type: 'tool_use', id: 'toolu_1', name: 'roll', input: {} },
    { type: 'input_json_delta', partial_json: '{}' },
  );
  const answer = block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'A four.' });
  const message = { id: 'msg', type: 'message', role: 'assistant', model: 'm', content: [], usage: {} };
  const pieces = (events: readonly { readonly type: string }[], stop_reason: string) =>
    [
      { type: 'message_start', message },
      ...events,
      { type: 'message_delta', delta: { stop_reason }, usage: {} },
      { type: 'message_stop' },
    ].map(frame);
  return startAnthropicServer(({ body }) =>
    JSON.stringify(body).includes('tool_result')
      ? { pieces: pieces(answer, 'end_turn') }
      : { pieces: pieces([...thought, ...call], 'tool_use') },
  );
}

describe('our models, used by others through VS Code', () => {
  const converser = converserOfTests();

  afterEach(async () => {
    await set('modelProviders', undefined);
  });

  it('get back what they have signed, with the history that another extension keeps; no other maker gets it', async () => {
    const maker = await thinkingServer();
    const other = await startOpenAiServer(answerChunks([chunk({ content: 'Five.' }), chunk({}, 'stop')]));
    try {
      await set('modelProviders', {
        maker: { kind: 'anthropic', baseUrl: maker.url },
        other: { kind: 'openai', baseUrl: other.url },
      });
      const asked = User('Roll a die.');
      const first = await partsOf(await chatModelOf('maker/'), [asked], [roll]);
      const calls = first.filter(part => part instanceof vscode.LanguageModelToolCallPart);
      assert.equal(calls.length, 1);
      const history = [
        asked,
        Assistant(first as vscode.LanguageModelToolCallPart[]),
        User(
          calls.map(
            ({ callId }) =>
              new vscode.LanguageModelToolResultPart(callId, [new vscode.LanguageModelTextPart('4')]),
          ),
        ),
      ];
      const [answer] = await partsOf(await chatModelOf('maker/'), history, [roll]);
      assert.equal(answer instanceof vscode.LanguageModelTextPart && answer.value, 'A four.');
      const messages = maker.requests.at(-1)?.body.messages as readonly { readonly content: unknown }[];
      const [said] = (messages[1]?.content ?? []) as readonly object[];
      assert.deepEqual(said, { type: 'thinking', thinking: 'A die it is.', signature });

      await partsOf(await chatModelOf('other/'), history, [roll]);
      const elsewhere = JSON.stringify(other.received.at(-1)?.body);
      assert.match(elsewhere, /Roll a die/);
      assert.ok(!elsewhere.includes(signature), 'another maker got what was signed');
    } finally {
      await maker.close();
      await other.close();
    }
  });

  const told: readonly (readonly [ErrorData, string])[] = [
    [errors.modelUnauthorized('Box'), vscode.LanguageModelError.NoPermissions().code],
    [errors.modelQuota('Box', 'Slow down.'), vscode.LanguageModelError.Blocked().code],
    [errors.modelNotFound('box/gone'), vscode.LanguageModelError.NotFound().code],
  ];
  for (const [error, code] of told) {
    it(`say ${error.code} as the LM API does: ${code}`, async () => {
      const { message, retryable } = error;
      const failing = createScriptedModel([
        { type: 'failure', error: { code: error.code, message, retryable } },
      ]);
      await withModel({ ...failing, id: `failing-${error.code}` }, async chat => {
        await assert.rejects(partsOf(chat, [User('Hello?')]), (thrown: unknown) => {
          assert.ok(thrown instanceof vscode.LanguageModelError, String(thrown));
          assert.equal(thrown.code, code);
          assert.ok(thrown.message.includes(message), thrown.message);
          return true;
        });
      });
    });
  }

  it('say anything else in the words of the catalogue', async () => {
    const { code, message, retryable } = errors.modelOverloaded('Box', 'Busy.');
    const failing = createScriptedModel([{ type: 'failure', error: { code, message, retryable } }]);
    await withModel({ ...failing, id: 'overloaded' }, async chat => {
      await assert.rejects(partsOf(chat, [User('Hello?')]), /Box is overloaded: Busy\. Wait, or choose/);
    });
  });

  it('are counted by their tokenizer where they have one, and by estimate where a server would be asked', async () => {
    let asked = 0;
    const countTokens = async () => {
      asked++;
      return 4711;
    };
    const model = createScriptedModel();
    await withModel({ ...model, id: 'exact', countTokens, countedBy: 'tokenizer' }, async chat => {
      assert.equal(await chat.countTokens('four words are here'), 4711);
      assert.equal(await chat.countTokens(User('four words are here')), 4711);
    });
    assert.equal(asked, 2);
    await withModel({ ...model, id: 'remote', countTokens, countedBy: 'provider' }, async chat => {
      const tokens = await chat.countTokens('four words are here');
      assert.ok(tokens > 3 && tokens < 20, String(tokens));
    });
    assert.equal(asked, 2, 'a server was asked to count');
  });

  it('are told of tools by the contract where they can’t call any', async () => {
    const server = await startOpenAiServer(answerChunks([chunk({ content: 'No.' }), chunk({}, 'stop')]));
    try {
      await set('modelProviders', {
        box: { kind: 'openai', baseUrl: server.url, models: { '*': { tools: 'contract' } } },
      });
      await eventually(converser().models.all.onDidChange, () =>
        converser()
          .models.providers()
          .some(({ id }) => id === 'box'),
      );
      const chat = await chatModelOf('box/');
      const sent = async () => {
        await partsOf(chat, [User('Hello?')], [roll]);
        return JSON.stringify(server.received.findLast(({ method }) => method === 'POST')?.body.messages);
      };
      assert.match(await sent(), /"calls\\\\?"|calls/);
      assert.match(await sent(), /Rolls a die\./);
    } finally {
      await server.close();
    }
  });
});

const readFile: vscode.LanguageModelChatTool = {
  name: 'workspace__read_file',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

describe('the LM API', () => {
  let model: vscode.LanguageModelChat;

  before(async () => {
    await runningConverser();
    const [found] = await vscode.lm.selectChatModels({ vendor: 'converser' });
    assert.ok(found, 'Rehearsal is not among the chat models of VS Code');
    model = found;
  });

  it('lets Rehearsal call a tool and answer from its result', async () => {
    const asked = User('what is in README.md?');
    const [call] = callsIn(await partsOf(model, [asked], [readFile]));
    assert.equal(call?.name, 'workspace__read_file');
    assert.deepEqual(call.input, { path: 'README.md' });

    const result = new vscode.LanguageModelToolResultPart(call.callId, [
      new vscode.LanguageModelTextPart('Once upon a time.'),
    ]);
    const answer = await partsOf(model, [asked, Assistant([call]), User([result])], [readFile]);
    assert.deepEqual(callsIn(answer), []);
    assert.match(textIn(answer), /Once upon a time\./);
  });

  it('offers a model of ours as soon as there is one, and no longer than that', async () => {
    const ids = async () => (await vscode.lm.selectChatModels({ vendor: 'converser' })).map(({ id }) => id);
    await withModel(createScriptedModel(), async ({ id }) => assert.equal(id, 'scripted/model'));
    await eventually(often, async () => !(await ids()).includes('scripted/model'));
  });

  it('hears of a reply that is begun anew only if nothing of it was told', async () => {
    const again: ModelEvent = { type: 'restart', message: 'It broke off.', wait: 0 };
    const unheard: ModelEvent = { type: 'reasoning-delta', text: 'Hm.' };
    const half: ModelEvent = { type: 'text-delta', text: 'Hel' };
    const scripts = [
      [unheard, again, ...says('Hello.')],
      [half, again, ...says('Hello.')],
      [half, { ...again, error: errorData(errors.modelBrokeOff('Faltering')) }, ...says('Hello.')],
    ];
    await withModel({ ...createScriptedModel(...scripts), id: 'faltering' }, async faltering => {
      const asked = [User('Hello?')];
      assert.equal(textIn(await partsOf(faltering, asked)), 'Hello.');
      const parts: unknown[] = [];
      await assert.rejects(async () => {
        for await (const part of (await faltering.sendRequest(asked)).stream) parts.push(part);
      }, /its reply was interrupted/);
      assert.doesNotMatch(textIn(parts), /Hello/);
      await assert.rejects(() => partsOf(faltering, asked), /The reply from Faltering broke off/);
    });
  });
});

function callsIn(parts: readonly unknown[]): readonly vscode.LanguageModelToolCallPart[] {
  return parts.filter(part => part instanceof vscode.LanguageModelToolCallPart);
}

function textIn(parts: readonly unknown[]): string {
  return parts.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

/** A model of ours that is there for as long as some work takes. */
async function withModel(model: Model, work: (chat: vscode.LanguageModelChat) => Promise<void>) {
  const { models } = await runningConverser();
  const adding = models.own.add({
    id: model.provider,
    label: model.label,
    models: async () => [model],
  });
  try {
    await work(await chatModelOf(`${model.provider}/${model.id}`));
  } finally {
    adding.dispose();
  }
}
