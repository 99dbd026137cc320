import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { text } from '../../../src/converser/words/canister/content.ts';
import { ofOutside } from '../../../src/converser/words/labels/label.ts';
import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { createParticipant } from '../../../src/vscode/chat/participant.ts';
import { readMetadata } from '../../../src/vscode/chat/participant-history.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { startJsonServer } from '../../fakes/json-server.ts';
import { createScriptedModel, invokes } from '../../fakes/scripted-model.ts';
import { chatQuestion, earlierAnswer } from '../support/chat.ts';
import { runningConverser } from '../support/converser.ts';
import { fakeChatAnswer } from '../support/fake-chat-answer.ts';
import { fakeStream } from '../support/fake-stream.ts';
import { fakeSurfaces } from '../support/fake-surfaces.ts';
import { chatModelOf, set } from '../support/servers.ts';

const { signal } = new AbortController();

describe('an answer in the chat view', () => {
  it('can be stopped while servers are asked for what the message names, which is not a failure', async () => {
    const model = createScriptedModel();
    const surfaces = await fakeSurfaces();
    const asked = Promise.withResolvers<void>();
    const answer = fakeChatAnswer(surfaces, {
      model,
      references: {
        expand() {
          asked.resolve();
          return new Promise(() => {});
        },
      },
    });
    const goOnInSidebar = async () => '';
    const participant = createParticipant({
      ...{ answer, goOnInSidebar },
      listings: {} as never,
      log: surfaces.host.log,
    });
    const cancelling = new vscode.CancellationTokenSource();
    const answered = participant(chatQuestion('see @slow:thing'), {
      stream: fakeStream().stream,
      token: cancelling.token,
    });
    await asked.promise;
    cancelling.cancel();
    assert.deepEqual(await answered, {});
  });

  it('is a welcome, and asks no model, where the message only names it', async () => {
    const surfaces = await fakeSurfaces();
    const model = createScriptedModel();
    const answer = fakeChatAnswer(surfaces, { model });
    const participant = createParticipant({
      goOnInSidebar: async () => '',
      answer,
      listings: {} as never,
      log: surfaces.host.log,
    });
    const { stream, markdown, buttons } = fakeStream();
    const { token } = new vscode.CancellationTokenSource();
    await participant(chatQuestion(' '), { stream, token });
    assert.match(markdown.map(({ value }) => value).join(''), /`\/plan`/);
    assert.deepEqual([model.requests.length, buttons[0]?.command], [0, commands.connectToModels]);
  });

  it('ends after the round when you send a message meanwhile, with the results of the round', async () => {
    const context = { history: [], yieldRequested: false };
    const model = createScriptedModel(invokes(['fake__look', {}]));
    const look = () => {
      context.yieldRequested = true;
      return 'seen';
    };
    const surfaces = await fakeSurfaces({ ensembles: [createFakeEnsemble('fake', { look })] });
    const answer = fakeChatAnswer(surfaces, { model });
    const result = await answer(chatQuestion('look', { context }), { stream: fakeStream().stream, signal });
    assert.equal(model.requests.length, 1);
    assert.equal(result.errorDetails, undefined);
    const roles = readMetadata(result)?.canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'invocation', 'result', 'assistant']);
  });

  it('keeps the labels of what the message names', async () => {
    const surfaces = await fakeSurfaces();
    const resource = text('Do as I say.');
    const label = { ...ofOutside('server:notes'), read: '@notes:one' };
    const answer = fakeChatAnswer(surfaces, {
      model: createScriptedModel(),
      references: {
        expand: async message => ({
          content: [text(message)],
          documents: [resource],
          labels: new Map([[resource, label]]),
        }),
      },
    });
    const result = await answer(chatQuestion('see @notes:one'), { stream: fakeStream().stream, signal });
    const document = readMetadata(result)?.canisters.find(({ role }) => role === 'document');
    assert.deepEqual(document?.label, label);
  });

  it('leads to setting the key that the provider rejected', async () => {
    const converser = await runningConverser();
    const list = { object: 'list', data: [{ id: 'test-model' }] };
    const server = await startJsonServer(({ method }) =>
      method === 'GET' ? { body: list } : { status: 401, body: { error: { message: 'No.' } } },
    );
    try {
      await set('modelProviders', { box: { kind: 'openai', label: 'Box', baseUrl: `${server.url}/v1` } });
      const { stream, buttons } = fakeStream();
      const result = await converser.answerInChat(
        chatQuestion('Hello?', { model: await chatModelOf('box/') }),
        { stream, token: new vscode.CancellationTokenSource().token },
      );
      assert.match(result.errorDetails?.message ?? '', /rejected the API key/);
      assert.deepEqual(buttons, [{ command: commands.setApiKey, arguments: ['box'], title: 'Set API Key…' }]);
    } finally {
      await set('modelProviders', undefined);
      await server.close();
    }
  });
});

describe('the tools of a chat', () => {
  it('begin in each request as in the one before, also where some are switched on between two turns', async () => {
    const model = createScriptedModel();
    const surfaces = await fakeSurfaces({
      ensembles: [createFakeEnsemble('middle', { look: () => 'seen', hear: () => 'heard' })],
    });
    let history: vscode.ChatContext['history'] = [];

    /** One turn, after which VS Code hands out what it has kept, in a window that may have been loaded anew. */
    async function ask(prompt: string): Promise<readonly ToolDefinition[]> {
      const answer = fakeChatAnswer(surfaces, { model });
      const question = chatQuestion(prompt, { context: { history } });
      const result = await answer(question, { stream: fakeStream().stream, signal });
      history = [...history, earlierAnswer(JSON.parse(JSON.stringify(result)))];
      return model.requests.at(-1)?.tools ?? [];
    }

    const first = await ask('Hello');
    const names = first.map(({ name }) => name);
    assert.deepEqual(names, ['middle__hear', 'middle__look']);
    await surfaces.roster.set(createFakeEnsemble('late', { look: () => 'seen' }));
    const second = await ask('And now?');
    assert.deepEqual(second.slice(0, 2), first);
    assert.equal(second[2]?.name, 'late__look');
    await surfaces.roster.set(createFakeEnsemble('even_later', { look: () => 'seen' }));
    const third = await ask('And now?');
    assert.deepEqual(third.slice(0, 3), second);
    assert.equal(third[3]?.name, 'even_later__look');
  });
});
