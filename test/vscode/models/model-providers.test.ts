import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { fromJson } from '../../../src/converser/words/canister/canister-json.ts';
import type { ChatMetadata } from '../../../src/vscode/chat/participant-history.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import type { KeyHolder } from '../../../src/vscode/models/connect/provider-keys.ts';
import { startJsonServer } from '../../fakes/json-server.ts';
import {
  type Answer,
  answerChunks,
  chunk,
  type FakeOpenAiServer,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import { createScriptedPerson } from '../../fakes/scripted-person.ts';
import { askInChatView, newChat } from '../support/chat.ts';
import { converserOfTests } from '../support/converser.ts';
import { providerCommands } from '../support/provider-commands.ts';
import { chatModelOf, set, written } from '../support/servers.ts';

const says = (text: string): Answer => answerChunks([chunk({ content: text }), chunk({}, 'stop')]);

const call = { name: 'workspace__read_file', arguments: '{"path":"README.md"}' };
const calls = [{ index: 0, id: 'call_1', type: 'function', function: call }];
const callsReadFile = answerChunks([chunk({ tool_calls: calls }), chunk({}, 'tool_calls')]);

const contractCall = '{"calls": [{"name": "workspace__read_file", "arguments": {"path": "README.md"}}]}';
/** Of what is in the file. */
const excerpt = 'A small workspace in which tools can be tried out';

const list = { object: 'list', data: [{ id: 'test-model', object: 'model', created: 0, owned_by: 'test' }] };

describe('model providers', () => {
  const converser = converserOfTests();
  const open: Pick<FakeOpenAiServer, 'close'>[] = [];

  const serve = async (answer: Answer): Promise<FakeOpenAiServer> => {
    const server = await startOpenAiServer(answer);
    open.push(server);
    return server;
  };

  /** Runs one of the commands, with a person who answers so. */
  const run = async (command: string, ...answers: readonly string[]) => {
    const person = createScriptedPerson(...answers);
    await providerCommands(converser(), { ask: person })[`converser.${command}`]?.();
    return person;
  };

  const connect = async (server: Pick<FakeOpenAiServer, 'url'>, more: JsonObject = {}) => {
    await set('modelProviders', { box: { kind: 'openai', label: 'Box', baseUrl: server.url, ...more } });
    return converser().ownModels.providers;
  };

  const theBox = () => converser().ownModels.providers.definitions[0] ?? assert.fail('There is none.');

  afterEach(async () => {
    for (const server of converser().ownModels.providers.definitions)
      await converser().ownModels.keys.forget(server);
    await set('modelProviders', undefined);
    await set('model', undefined);
    for (const server of open.splice(0)) await server.close();
  });

  it('lose nothing that was typed when nobody answers there', async () => {
    const gone = await serve(says('Hello.'));
    await gone.close();
    const server = await serve(says('Hello.'));
    const person = await run('connectToModels', 'Another', 'not an address', gone.url, server.url);
    assert.equal(person.problems.length, 2);
    assert.match(person.problems[0] ?? '', /address/);
    assert.match(person.problems[1] ?? '', /can’t be reached/);
    assert.equal(converser().ownModels.providers.definitions.length, 1);
  });

  it('keep a key that was set by command in secret storage, and nowhere else', async () => {
    const key = 'sk-test-0123456789abcdefghij';
    const server = await serve(says('Hello.'));
    const logged = loggedBy(converser());
    await connect(server);
    // The settings that were written have the models listed, too, which nobody waits for.
    const shown = () =>
      server.received.filter(({ headers }) => headers.authorization === `Bearer ${key}`).length;
    await run('setApiKey', 'Box', key);
    const tried = shown();
    assert.ok(tried > 0, 'the key was not tried out');
    const box = theBox();
    assert.equal(await converser().ownModels.keys.isStored(box), true);
    // The first may share the request of the list that the new key has made due.
    for (let time = 0; time < 2; time++)
      await converser().ownModels.providers.refresh(AbortSignal.timeout(60_000));
    assert.ok(shown() > tried, 'the key that is kept is not used');

    converser().host.log.warn('All that was logged before this line.');
    assert.ok(logged.length > 0, 'nothing was logged');
    assert.ok(!logged.join().includes(key), 'the key is in the log');
    const all = JSON.stringify(vscode.workspace.getConfiguration('converser'));
    assert.match(all, new RegExp(server.url), 'these are not the settings');
    assert.ok(!all.includes(key), 'the key is in the settings');

    await run('setApiKey', 'Box', 'Replace', `${key}-2`);
    assert.equal(await converser().ownModels.keys.keyFor(box), `${key}-2`);
    await run('setApiKey', 'Box', 'Remove');
    assert.equal(await converser().ownModels.keys.isStored(box), false);
  });

  it('do not keep a key that is refused, nor repeat it', async () => {
    const { url, close } = await startJsonServer(({ headers }) =>
      headers.authorization === 'Bearer right'
        ? { body: list }
        : { status: 401, body: { error: { message: `Incorrect API key: ${headers.authorization}` } } },
    );
    open.push({ close });
    await connect({ url: `${url}/v1` });
    const person = await run('setApiKey', 'Box', 'wrong', 'right');
    assert.equal(person.problems.length, 1);
    assert.match(person.problems[0] ?? '', /^Box rejected this key\./);
    assert.ok(!person.problems[0]?.includes('wrong'), 'the key is in the message');
    const box = theBox();
    assert.equal(await converser().ownModels.keys.keyFor(box), 'right');
  });

  it('are sent the key of the environment where none is stored', async () => {
    process.env.CONVERSER_TEST_KEY = 'from-the-environment';
    try {
      const server = await serve(says('Hello.'));
      const providers = await connect(server, { keyVariable: 'CONVERSER_TEST_KEY' });
      await providers.refresh(AbortSignal.timeout(60_000));
      assert.equal(server.received.at(-1)?.headers.authorization, 'Bearer from-the-environment');
      await run('setApiKey', 'Box', 'from-the-person');
      await providers.refresh(AbortSignal.timeout(60_000));
      assert.equal(server.received.at(-1)?.headers.authorization, 'Bearer from-the-person');
    } finally {
      delete process.env.CONVERSER_TEST_KEY;
    }
  });

  it('tell which key they refuse when it is that of the environment', async () => {
    process.env.CONVERSER_TEST_KEY = 'wrong';
    try {
      const { url, close } = await startJsonServer(() => ({ status: 401, body: {} }));
      open.push({ close });
      await connect({ url: `${url}/v1` }, { keyVariable: 'CONVERSER_TEST_KEY' });
      const { problems } = await run('setApiKey', 'Box', '');
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', /^Box rejected the key in CONVERSER_TEST_KEY\./);
    } finally {
      delete process.env.CONVERSER_TEST_KEY;
    }
  });

  it('are sent no key that was stored for another address', async () => {
    const [here, there] = [await serve(says('Hello.')), await serve(says('Hello.'))];
    await connect(here);
    await run('setApiKey', 'Box', 'only-for-here');
    const box = theBox();
    assert.equal(await converser().ownModels.keys.keyFor(box), 'only-for-here');
    const providers = await connect(there);
    await providers.refresh(AbortSignal.timeout(60_000));
    assert.ok(there.received.length > 0);
    assert.ok(there.received.every(({ headers }) => headers.authorization === undefined));
    await converser().ownModels.keys.forget(box);
  });

  it('are gone with their key and as the chosen model when they are removed', async () => {
    const server = await serve(says('Hello.'));
    await connect(server);
    await run('setApiKey', 'Box', 'some-key');
    await set('model', 'box/test-model');
    const box = theBox();
    await run('connectToModels', 'Remove', 'Box', 'Cancel');
    assert.equal(converser().ownModels.providers.definitions.length, 1);
    await run('connectToModels', 'Remove', 'Box', 'Remove');
    assert.deepEqual(converser().ownModels.providers.definitions, []);
    assert.equal(await converser().ownModels.keys.isStored(box), false);
    assert.equal(written('model'), '');
  });

  it('take the keys of their earlier addresses with them', async () => {
    const { keys } = converser().ownModels;
    const boxes: KeyHolder[] = [];
    for (const server of [await serve(says('Hello.')), await serve(says('Hello.'))]) {
      await connect(server);
      await run('setApiKey', 'Box', 'some-key');
      boxes.push(theBox());
    }
    const neighbour: KeyHolder = { ...(boxes[0] ?? assert.fail()), id: 'box-2' };
    await keys.store(neighbour, 'another-key');
    await run('connectToModels', 'Remove', 'Box', 'Remove');
    assert.deepEqual(await Promise.all(boxes.map(keys.isStored)), [false, false]);
    assert.equal(await keys.isStored(neighbour), true, 'the key of another server is gone');
    await keys.forget(neighbour);
  });

  it('are asked anew by command, and told of with what came of it', async () => {
    const models = [{ id: 'test-model' }];
    const server = await startOpenAiServer(says('Hello.'), models);
    open.push(server);
    const gone = await serve(says('Hello.'));
    await gone.close();
    await set('modelProviders', {
      box: { kind: 'openai', label: 'Box', baseUrl: server.url },
      gone: { kind: 'openai', label: 'Gone', baseUrl: gone.url },
    });
    await chatModelOf('box/test-model');
    models.push({ id: 'new-model' });
    const told: string[] = [];
    await providerCommands(converser(), { inform: message => void told.push(message) })[
      commands.refreshModels
    ]?.();
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /^Box: 2 models\. Gone can’t be reached/);
    assert.equal((await chatModelOf('box/new-model')).family, 'new-model');
  });

  it('that refuse their key when they are asked anew lead to setting it', async () => {
    const { url, close } = await startJsonServer(({ headers }) =>
      headers.authorization === 'Bearer right' ? { body: list } : { status: 401, body: {} },
    );
    open.push({ close });
    await connect({ url: `${url}/v1` });
    const person = createScriptedPerson('right');
    const warned: string[] = [];
    const warn = async (message: string, way: string) => warned.push(`${message} [${way}]`) > 0;
    await providerCommands(converser(), { ask: person, inform: () => {}, warn })[commands.refreshModels]?.();
    assert.match(warned.join(), /^Box rejected the API key.* \[Set API Key…\]$/);
    assert.deepEqual(person.asked, ['API key for Box']);
    const box = theBox();
    assert.equal(await converser().ownModels.keys.keyFor(box), 'right');
  });

  it('hold nobody up when they are away, and show what they told before', async () => {
    const server = await serve(says('Hello.'));
    const providers = await connect(server);
    await providers.refresh(AbortSignal.timeout(60_000));
    const silent = await startJsonServer(() => new Promise(() => {}));
    open.push(silent);
    // Another provider of the same server reads what the first one has kept.
    await set('modelProviders', {
      silent: { kind: 'openai', baseUrl: `${silent.url}/v1` },
      again: { kind: 'openai', label: 'Again', baseUrl: server.url },
    });
    const before = server.received.length;
    const models = await converser().ownModels.models.models(AbortSignal.timeout(60_000));
    const references = models.map(({ provider, id }) => `${provider}/${id}`);
    assert.deepEqual(references, ['rehearsal/rehearsal', 'again/test-model']);
    assert.equal(server.received.length, before, 'the remembered list was not used');
  });

  it('are told to VS Code with where they are and how their models call tools', async () => {
    const server = await serve(says('Hello.'));
    await connect(server, {
      models: { 'test-*': { tools: 'contract', contextTokens: 8000, outputTokens: 1000, images: true } },
    });
    const model = await chatModelOf('box/');
    assert.equal(model.family, 'test-model');
    assert.equal(model.version, 'box-contract');
    assert.equal(model.maxInputTokens, 7000);
  });

  for (const tools of ['native', 'contract'] as const) {
    it(`answer in the chat view, and call a tool: ${tools}`, async () => {
      const call = tools === 'native' ? callsReadFile : says(contractCall);
      const server = await serve((response, received) => {
        const isAnswered = JSON.stringify(received.body).includes(excerpt);
        return (isAnswered ? says('It is a small workspace.') : call)(response, received);
      });
      await connect(server, { models: { '*': { tools } } });
      const { id } = await chatModelOf('box/');
      await newChat();
      const result = await askInChatView('@converser what is in README.md?', id);
      assert.equal(result.errorDetails, undefined);
      const { canisters } = fromJson<ChatMetadata>(String(result.metadata?.converser));
      const roles = canisters.map(({ role }) => role);
      assert.deepEqual(roles, ['user', 'invocation', 'result', 'assistant']);
      assert.match(JSON.stringify(canisters.at(-1)), /It is a small workspace\./);
      const requests = server.received.filter(({ url }) => url.endsWith('/chat/completions'));
      assert.equal(requests.length, 2);
      assert.equal('tools' in (requests[0]?.body ?? {}), tools === 'native');
      assert.ok(JSON.stringify(requests[1]?.body).includes(excerpt));
    });
  }

  it('have their models described in the settings, which counts at once', async () => {
    const server = await serve(says('Hello.'));
    await (await connect(server)).refresh(AbortSignal.timeout(60_000));
    await connect(server, { models: { '*': { tools: 'none' } } });
    const models = await converser().ownModels.models.models(AbortSignal.timeout(60_000));
    assert.equal(models.find(({ provider }) => provider === 'box')?.capabilities.tools, 'none');
  });
});

/** All lines that are logged from now on. */
function loggedBy({ host: { log } }: ConverserInVscode): readonly string[] {
  const lines: string[] = [];
  const { debug, info, warn, error } = log;
  const kept = Object.entries({ debug, info, warn, error }).map(([level, write]) => [
    level,
    (line: string) => {
      lines.push(line);
      write(line);
    },
  ]);
  Object.assign(log, Object.fromEntries(kept));
  return lines;
}
