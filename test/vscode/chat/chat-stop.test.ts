import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createAnswerInChat } from '../../../src/vscode/chat/answer-in-chat.ts';
import { createChatConversations } from '../../../src/vscode/chat/chat-conversations.ts';
import { createParticipant } from '../../../src/vscode/chat/participant.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { fakeStream } from '../support/fake-stream.ts';
import { fakeSurfaces } from '../support/fake-surfaces.ts';

describe('an answer in the chat view', () => {
  it('can be stopped while servers are asked for what the message names, which is not a failure', async () => {
    const model = createScriptedModel();
    const { host, runTurn, models, questions, changes } = await fakeSurfaces();
    const asked = Promise.withResolvers<void>();
    const answer = createAnswerInChat({
      runTurn,
      conversations: createChatConversations(host.ids),
      models: { ...models, own: { ...models.own, find: async () => model } },
      references: {
        expand() {
          asked.resolve();
          return new Promise(() => {});
        },
      },
      questions,
      results: { add: () => {} },
      changes,
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
});
