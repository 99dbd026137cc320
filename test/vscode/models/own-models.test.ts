import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { composeOwnModels, type OwnModels } from '../../../src/composition/compose-models.ts';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { startForwardProxy } from '../../fakes/forward-proxy.ts';
import { answerChunks, chunk, type FakeOpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import { memorySecrets } from '../support/compose.ts';
import { runningConverser } from '../support/converser.ts';
import { set, setProxy } from '../support/servers.ts';

describe('our own models, built anew as in another window', () => {
  let storage: vscode.Uri;
  const secrets = memorySecrets();
  const built: OwnModels[] = [];

  const build = () => {
    const models = composeOwnModels({ secrets, storage, log: createFakeHost().log });
    built.push(models);
    return models;
  };

  before(async () => {
    storage = vscode.Uri.file(await mkdtemp(path.join(tmpdir(), 'converser-own-models-')));
  });

  after(async () => {
    await set('modelProviders', undefined);
    for (const models of built) models.dispose();
    await rm(storage.fsPath, { recursive: true, force: true });
  });

  it('are those that the last window was told of, without asking their servers', async () => {
    const server = await startOpenAiServer(answerChunks([chunk({ content: 'Hi.' }), chunk({}, 'stop')]));
    await set('modelProviders', { box: { kind: 'openai', baseUrl: server.url } });
    const first = build();
    // The extension itself asks this server too, without a key.
    await first.keys.store(first.providers.definitions[0] ?? assert.fail(), 'of-this-test');
    const asked = () =>
      server.received.filter(({ headers }) => headers.authorization === 'Bearer of-this-test').length;
    await first.providers.refresh(AbortSignal.timeout(60_000));
    first.dispose();
    const before = asked();
    assert.ok(before > 0);
    const ids = async ({ models }: OwnModels) =>
      (await models.models(AbortSignal.timeout(60_000))).map(({ provider, id }) => `${provider}/${id}`);
    assert.deepEqual(await ids(build()), ['rehearsal/rehearsal', 'box/test-model']);
    assert.equal(asked(), before, 'the server was asked again');
    await server.close();
    assert.deepEqual(await ids(build()), ['rehearsal/rehearsal', 'box/test-model']);
  });
});

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
