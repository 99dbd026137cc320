import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerInChat } from '../../../src/vscode/chat/participant.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { fakeParts } from '../support/fake-parts.ts';
import { fakeStream } from '../support/fake-stream.ts';

describe('an answer in the chat view', () => {
  it('can be stopped while servers are asked for what the message names, and is no failure then', async () => {
    const model = createScriptedModel();
    const { parts } = await fakeParts();
    const asked = Promise.withResolvers<void>();
    Object.assign(parts.references, {
      expand() {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    const request = { prompt: 'see @slow:thing', references: [], model: { vendor: 'converser', id: 'x' } };
    const cancelling = new vscode.CancellationTokenSource();
    const answered = answerInChat(
      { ...parts, ownModels: { ...parts.ownModels, find: async () => model } },
      { request: request as never, context: { history: [] } as never },
      { stream: fakeStream().stream, token: cancelling.token },
    );
    await asked.promise;
    cancelling.cancel();
    assert.deepEqual(await answered, {});
  });
});
