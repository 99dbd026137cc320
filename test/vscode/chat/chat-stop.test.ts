import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { text } from '../../../src/converser/words/canister/content.ts';
import { ofOutside } from '../../../src/converser/words/labels/label.ts';
import { createParticipant } from '../../../src/vscode/chat/participant.ts';
import { readMetadata } from '../../../src/vscode/chat/participant-history.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createScriptedModel, invokes } from '../../fakes/scripted-model.ts';
import { fakeChatAnswer } from '../support/fake-chat-answer.ts';
import { fakeStream } from '../support/fake-stream.ts';
import { fakeSurfaces } from '../support/fake-surfaces.ts';

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
    const participant = createParticipant({ answer, listings: {} as never, log: surfaces.host.log });
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
    const surfaces = await fakeSurfaces({
      ensembles: [createFakeEnsemble('fake', { look })],
    });
    const answer = fakeChatAnswer(surfaces, { model });
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
    const request = { prompt: 'see @notes:one', references: [], model: { vendor: 'converser', id: 'x' } };
    const { signal } = new AbortController();
    const question = { request: request as never, context: { history: [] } as never };
    const result = await answer(question, { stream: fakeStream().stream, signal });
    const document = readMetadata(result)?.canisters.find(({ role }) => role === 'document');
    assert.deepEqual(document?.label, label);
  });
});
