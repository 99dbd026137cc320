import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { discoverProviders } from '../../../src/composition/discover-providers.ts';
import { type Choice, createAskUser, type Taken } from '../../../src/vscode/common/ask-in-vscode.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { keyEntry } from '../../../src/vscode/models/connect/key-entry.ts';
import { likelyAddresses } from '../../../src/vscode/models/connect/likely-addresses.ts';
import { type JsonServer, startJsonServer } from '../../fakes/json-server.ts';
import { startOllamaServer } from '../../fakes/ollama-server.ts';
import { cancels, createScriptedPerson } from '../../fakes/scripted-person.ts';
import { converserOfTests, runningConverser } from '../support/converser.ts';
import { providerCommands } from '../support/provider-commands.ts';
import { set, written } from '../support/servers.ts';

/** Where nobody answers. */
const nowhere = { ollama: 1, lmstudio: 1, llamacpp: 1, vllm: 1 } as const;

describe('connecting to models', () => {
  const converser = converserOfTests();
  const open: JsonServer[] = [];
  const connect = async (ports: Parameters<typeof providerCommands>[1]) =>
    providerCommands(converser(), ports)[commands.connectToModels]?.();

  afterEach(async () => {
    await set('modelProviders', undefined);
    await set('model', undefined);
    for (const server of open.splice(0)) await server.close();
  });

  it('finds a server on this machine, and connects to it with one click', async () => {
    const ollama = await startOllamaServer({ 'qwen3:8b': { capabilities: ['completion', 'tools'] } });
    open.push(ollama);
    const person = createScriptedPerson('Ollama', 'qwen3:8b');
    const offered: Choice<unknown>[] = [];
    await connect({
      ask: {
        ...person,
        async pick(question) {
          for (const find of question.later ?? []) offered.push(...(await find(AbortSignal.timeout(60_000))));
          return person.pick(question);
        },
      },
      discover: signal => discoverProviders({ signal, ports: { ...nowhere, ollama: ollama.port } }),
    });
    const shown = offered.map(({ label, detail, group }) => [label, detail, group]);
    assert.deepEqual(shown, [['Ollama', '1 model: qwen3:8b', 'On this machine']]);
    assert.deepEqual(person.asked, ['Connect to Models', 'Ollama: 1 model found']);
    assert.deepEqual(person.waited, ['Listing the models of Ollama']);
    assert.deepEqual(written('modelProviders'), {
      ollama: { baseUrl: `http://127.0.0.1:${ollama.port}/v1` },
    });
    assert.equal(written('model'), 'ollama/qwen3:8b');
  });

  it('offers what needs no finding when nothing runs on this machine', async () => {
    const signal = AbortSignal.timeout(60_000);
    assert.deepEqual(await discoverProviders({ signal, ports: nowhere }), []);
  });

  it('lets go of a found server that no longer answers, when the person does not want to wait', async () => {
    const silent = await startJsonServer(() => new Promise(() => {}));
    open.push(silent);
    const person = createScriptedPerson('Silent', cancels);
    const told: string[] = [];
    const entry = { kind: 'openai', baseUrl: `${silent.url}/v1` };
    await connect({
      ask: person,
      inform: message => void told.push(message),
      discover: async () => [{ id: 'silent', label: 'Silent', entry, models: [] }],
    });
    assert.deepEqual(person.waited, ['Listing the models of silent']);
    assert.deepEqual(person.asked, ['Connect to Models']);
    assert.deepEqual([told, written('modelProviders')], [[], {}]);
  });

  it('completes an address without http://, and remembers it whole', async () => {
    const server = await startJsonServer(({ path }) =>
      path === '/v1/models' ? { body: { object: 'list', data: [{ id: 'small' }] } } : undefined,
    );
    open.push(server);
    const { host } = new URL(server.url);
    const person = createScriptedPerson('Another', host, 'small');
    await connect({ ask: person, discover: async () => [] });
    assert.deepEqual(person.problems, []);
    const asked = ['Connect to Models', 'OpenAI-Compatible Server', `${host}: 1 model found`];
    assert.deepEqual(person.asked, asked, 'it wants no key');
    const [[id, entry] = []] = Object.entries(written('modelProviders') as Record<string, object>);
    assert.deepEqual(entry, { kind: 'openai', label: host, baseUrl: `http://${host}/v1` });
    assert.equal(id, host.replace(/[.:]/g, '-'));
    assert.equal(written('model'), `${id}/small`);
  });

  it('leads back from the key and from the address to the choice of a server', async () => {
    const person = createScriptedPerson('Anthropic', 'Back', 'Another', 'Back');
    await connect({ ask: person, discover: async () => [] });
    assert.deepEqual(person.asked, [
      'Connect to Models',
      'API key for Anthropic',
      'Connect to Models',
      'OpenAI-Compatible Server',
      'Connect to Models',
    ]);
    assert.deepEqual(written('modelProviders'), {});
  });
});

describe('a person who is asked in VS Code', () => {
  const ask = createAskUser();

  it('sees above the other choices what is found meanwhile, and means what was marked before', async () => {
    const question = {
      title: 'Which?',
      placeholder: '',
      choices: [{ label: 'There before', value: 'before' }],
    };
    const endless = () => new Promise<never>(() => {});
    for (const isMoving of [false, true]) {
      const found = Promise.withResolvers<readonly Choice<string>[]>();
      const picked = ask.pick({ ...question, later: [endless, () => found.promise] });
      await settled();
      found.resolve([{ label: 'Found', value: 'found' }]);
      await settled();
      if (isMoving) await vscode.commands.executeCommand('workbench.action.quickOpenSelectPrevious');
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      assert.equal(await picked, isMoving ? 'found' : 'before');
    }
  });

  it('finds a choice marked although nothing else is found, and that at once', async () => {
    const choices = [{ label: 'The only one', value: 'only' }];
    const picked = ask.pick({ title: 'Which?', placeholder: '', choices, later: [async () => []] });
    await settled();
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    assert.equal(await picked, 'only');
  });

  it('stops the trial of a key by turning away, and nothing is kept of it', async () => {
    const { keys } = (await runningConverser()).ownModels;
    const server = { id: 'tried', label: 'Tried', kind: 'openai', baseUrl: 'http://127.0.0.1:1/v1' } as const;
    const started = Promise.withResolvers<AbortSignal>();
    const finished = Promise.withResolvers<void>();
    const entry = keyEntry(server, {
      keys,
      async tryProvider(_server, { signal }) {
        started.resolve(signal);
        await finished.promise;
        return [];
      },
    });
    let taking: Promise<Taken<unknown>> | undefined;
    const entered = ask.enter({
      ...entry,
      value: 'half-tried-key',
      take(text, signal) {
        const taken = entry.take(text, signal);
        taking = taken;
        return taken;
      },
    });
    await settled();
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    const signal = await started.promise;
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal(await entered, undefined);
    assert.equal(signal.aborted, true);
    // A server that does not heed the signal answers all the same.
    finished.resolve();
    await taking;
    assert.equal(await keys.isStored(server), false);
  });
});

/** VS Code has shown what it was told to show: what is asked of it afterwards is answered after that. */
async function settled(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
  await vscode.commands.executeCommand('workbench.action.focusQuickOpen');
}

describe('an address that is typed', () => {
  for (const [typed, ...likely] of [
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['https://api.example.com/', 'https://api.example.com/v1', 'https://api.example.com'],
    ['HTTPS://api.example.com/v1', 'HTTPS://api.example.com/v1'],
    ['ftp://api.example.com/v1', 'ftp://api.example.com/v1'],
    [
      'localhost:1234',
      'http://localhost:1234/v1',
      'http://localhost:1234',
      'https://localhost:1234/v1',
      'https://localhost:1234',
    ],
    ['127.0.0.1:8080/v1/', 'http://127.0.0.1:8080/v1', 'https://127.0.0.1:8080/v1'],
    ['[::1]:8080/v1', 'http://[::1]:8080/v1', 'https://[::1]:8080/v1'],
    ['gpu-box:8000/v1', 'http://gpu-box:8000/v1', 'https://gpu-box:8000/v1'],
    ['gpu.local/v1', 'http://gpu.local/v1', 'https://gpu.local/v1'],
    ['192.168.0.5:11434/v1', 'http://192.168.0.5:11434/v1', 'https://192.168.0.5:11434/v1'],
    ['172.32.0.5/v1', 'https://172.32.0.5/v1'],
    ['api.example.com', 'https://api.example.com/v1', 'https://api.example.com'],
    ['api.example.com:8443/v1', 'https://api.example.com:8443/v1'],
    [''],
  ] as const) {
    it(`${typed === '' ? 'is nothing' : typed} is completed`, () => {
      assert.deepEqual(likelyAddresses(typed).all, likely);
    });
  }

  it('is nearest to what was typed without a path of ours', () => {
    assert.equal(likelyAddresses('localhost:1234').typed, 'http://localhost:1234');
    assert.equal(likelyAddresses('http://a.test/v1/').typed, 'http://a.test/v1');
  });
});
