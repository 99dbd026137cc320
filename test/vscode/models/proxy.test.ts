import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { startForwardProxy } from '../../fakes/forward-proxy.ts';
import { answerChunks, chunk, type FakeOpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import { runningConverser } from '../support/converser.ts';
import { set } from '../support/servers.ts';

const { Global } = vscode.ConfigurationTarget;
const setProxy = (address: string | undefined) =>
  vscode.workspace.getConfiguration('http').update('proxy', address, Global);

describe('a model provider behind the proxy of VS Code’s settings', () => {
  let converser: ConverserInVscode;
  let model: FakeOpenAiServer;
  let proxy: Awaited<ReturnType<typeof startForwardProxy>>;

  before(async () => {
    converser = await runningConverser();
    model = await startOpenAiServer(answerChunks([chunk({ content: 'Hello.' }), chunk({}, 'stop')]));
    proxy = await startForwardProxy(model.url);
    await setProxy(`http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`);
    await converser.conversation.open();
  });

  after(async () => {
    await setProxy(undefined);
    await set('modelProviders', undefined);
    await set('model', undefined);
    proxy.server.close();
    await model.close();
  });

  it('is asked through it', async () => {
    // No name of this kind is ever found without a proxy: RFC 6761.
    await set('modelProviders', { far: { kind: 'openai', baseUrl: 'http://models.invalid/v1' } });
    await converser.ownModels.providers.refresh(AbortSignal.timeout(60_000));
    await set('model', 'far/test-model');
    await converser.sidebar.send('Say hello.');
    assert.match(JSON.stringify(converser.conversation.shown.canisters.at(-1)?.content), /Hello\./);
    assert.ok(proxy.asked.includes('GET http://models.invalid/v1/models'), proxy.asked.join());
    assert.ok(proxy.asked.includes('POST http://models.invalid/v1/chat/completions'), proxy.asked.join());
  });
});
