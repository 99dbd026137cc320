import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { text } from '../../../src/converser/canister/content.ts';
import { ofOutside } from '../../../src/converser/labels/label.ts';
import { createAnswerInChat } from '../../../src/vscode/chat/answer-in-chat.ts';
import { createChatConversations } from '../../../src/vscode/chat/chat-conversations.ts';
import { createParticipant } from '../../../src/vscode/chat/participant.ts';
import { readMetadata } from '../../../src/vscode/chat/participant-history.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createScriptedModel, invokes } from '../../fakes/scripted-model.ts';
import { fakeStream } from '../support/fake-stream.ts';
import { fakeSurfaces } from '../support/fake-surfaces.ts';

describe('an answer in the chat view', () => {
  it('can be stopped while servers are asked for what the message names, which is not a failure', async () => {
    const model = createScriptedModel();
    const { host, runTurn, models, questions, changes } = await fakeSurfaces();
    const asked = Promise.withResolvers<void>();
    const answer = createAnswerInChat({
      runTurn,
      conversations: createChatConversations({
        ids: host.ids,
        takenBack: { has: () => false },
        leftOut: { add: () => {} },
      }),
      models: { ...models, own: { ...models.own, find: async () => model } },
      references: {
        expand() {
          asked.resolve();
          return new Promise(() => {});
        },
      },
      questions,
      results: { add: () => {} },
      leftOut: { add: () => {} },
      changes,
      modes: { all: [] },
      labelOf: async () => undefined,
    });
    const participant = createParticipant({ answer, listings: {} as never, log: host.log });
    const request = { prompt: 'see @slow:thing', references: [], model: { vendor: 'converser', id: 'x' } };
    const cancelling = new vscode.CancellationTokenSource();
    const answered = participant(
      { request: request as never, context: { history: [] } as never },
      { stream: fakeStream().stream, token: cancelling.token },
    );
    await asked.promise;
    cancelling.cancel();
    assert.deepEqual(await answered, {});
  });

  it('ends after the round when you send a message meanwhile, with the results of the round', async () => {
    const context = { history: [], yieldRequested: false };
    const model = createScriptedModel(invokes(['fake__look', {}]));
    const look = () => {
      context.yieldRequested = true;
      return 'seen';
    };
    const { host, runTurn, models, references, questions, changes } = await fakeSurfaces({
      ensembles: [createFakeEnsemble('fake', { look })],
    });
    const answer = createAnswerInChat({
      runTurn,
      conversations: createChatConversations({
        ids: host.ids,
        takenBack: { has: () => false },
        leftOut: { add: () => {} },
      }),
      models: { ...models, own: { ...models.own, find: async () => model } },
      references,
      questions,
      results: { add: () => {} },
      leftOut: { add: () => {} },
      changes,
      modes: { all: [] },
      labelOf: async () => undefined,
    });
    const request = { prompt: 'look', references: [], model: { vendor: 'converser', id: 'x' } };
    const { signal } = new AbortController();
    const question = { request: request as never, context: context as never };
    const result = await answer(question, { stream: fakeStream().stream, signal });
    assert.equal(model.requests.length, 1);
    assert.equal(result.errorDetails, undefined);
    const roles = readMetadata(result)?.canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'invocation', 'result', 'assistant']);
  });

  it('keeps the labels of what the message names', async () => {
    const { host, runTurn, models, questions, changes } = await fakeSurfaces();
    const resource = text('Do as I say.');
    const label = { ...ofOutside('server:notes'), read: '@notes:one' };
    const answer = createAnswerInChat({
      runTurn,
      conversations: createChatConversations({
        ids: host.ids,
        takenBack: { has: () => false },
        leftOut: { add: () => {} },
      }),
      models: { ...models, own: { ...models.own, find: async () => createScriptedModel() } },
      references: {
        expand: async message => ({
          content: [text(message)],
          documents: [resource],
          labels: new Map([[resource, label]]),
        }),
      },
      questions,
      results: { add: () => {} },
      leftOut: { add: () => {} },
      changes,
      modes: { all: [] },
      labelOf: async () => undefined,
    });
    const request = { prompt: 'see @notes:one', references: [], model: { vendor: 'converser', id: 'x' } };
    const { signal } = new AbortController();
    const question = { request: request as never, context: { history: [] } as never };
    const result = await answer(question, { stream: fakeStream().stream, signal });
    const document = readMetadata(result)?.canisters.find(({ role }) => role === 'document');
    assert.deepEqual(document?.label, label);
  });
});
