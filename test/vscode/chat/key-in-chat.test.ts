import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { startJsonServer } from '../../fakes/json-server.ts';
import { runningConverser } from '../support/converser.ts';
import { fakeStream } from '../support/fake-stream.ts';
import { chatModelOf, set } from '../support/servers.ts';

describe('an answer in the chat view', () => {
  afterEach(() => set('modelProviders', undefined));

  it('leads to setting the key that the provider rejected', async () => {
    const converser = await runningConverser();
    const list = { object: 'list', data: [{ id: 'test-model' }] };
    const server = await startJsonServer(({ method }) =>
      method === 'GET' ? { body: list } : { status: 401, body: { error: { message: 'No.' } } },
    );
    try {
      await set('modelProviders', { box: { kind: 'openai', label: 'Box', baseUrl: `${server.url}/v1` } });
      const { stream, buttons } = fakeStream();
      const request = {
        prompt: 'Hello?',
        command: undefined,
        references: [],
        model: await chatModelOf('box/'),
      };
      const result = await converser.answerInChat(
        { request: request as unknown as vscode.ChatRequest, context: { history: [] } },
        { stream, token: new vscode.CancellationTokenSource().token },
      );
      assert.match(result.errorDetails?.message ?? '', /rejected the API key/);
      assert.deepEqual(buttons, [{ command: commands.setApiKey, arguments: ['box'], title: 'Set API Key…' }]);
    } finally {
      await server.close();
    }
  });
});
