// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createDeduplicator } from '../../src/converser/call/invocation/deduplication/deduplicator.ts';
import { createInvocationsProcessor } from '../../src/converser/call/invocation/invocations-processor.ts';
import { errorData, errors } from '../../src/converser/ground/errors.ts';
import { createKnownSecrets } from '../../src/converser/ground/secrets/known-secrets.ts';
import { learnEnvironment } from '../../src/converser/ground/secrets/learn-environment.ts';
import { converse } from '../../src/converser/turn/converse.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import { type Invocable, reply } from '../../src/converser/words/ensemble/invoker.ts';
import type { Model, Provider } from '../../src/converser/words/models/provider.ts';
import { createMcpEnsemble } from '../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { learningStore } from '../../src/ensembles/mcp/learning-store.ts';
import { folderManifests } from '../../src/ensembles/mcp/manifest/folder-manifests.ts';
import type { Connection } from '../../src/providers/wire/connection.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { call } from '../ensembles/mcp/call.ts';
import { createPorts, define, misbehaving } from '../ensembles/mcp/servers.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { startJsonServer } from '../fakes/json-server.ts';
import { createMemorySecrets } from '../fakes/mcp/memory-secrets.ts';
import { answerChunks, answerJson, chunk, startOpenAiServer } from '../fakes/openai-server.ts';
import { createScriptedModel, type Script } from '../fakes/scripted-model.ts';
import { createAnthropicProvider, createOpenAiProvider } from '../fakes/sdk-providers.ts';
import { userSays } from '../fakes/user-canister.ts';
import { eventsOf, runConverse, tempRoot } from '../terminal/run-converse.ts';

/** Of the form of no vendor that we know. */
const key = 'f3A9/kQ2+Lm8Zx7Wc5Rt1Yp4Vn6Bs0Hd';
const never = new AbortController().signal;

const spellings: Readonly<Record<string, string>> = {
  'as it is': key,
  'in JSON': JSON.stringify(key).replaceAll('/', '\\/'),
  'in an address': encodeURIComponent(key),
  'in Base64': Buffer.from(key).toString('base64'),
  'in Base64, as basic authentication': Buffer.from(`user:${key}`).toString('base64url'),
  'in hexadecimal digits': Buffer.from(key).toString('hex'),
  'cut after eight characters': `${key.slice(0, 8)}…`,
  'masked but for the end': `********${key.slice(-8)}`,
};

/** Asserts that nothing of the key can be read, in any of the spellings. */
function assertHidden(shown: unknown): void {
  const written = typeof shown === 'string' ? shown : JSON.stringify(shown);
  for (const [name, spelling] of Object.entries(spellings)) {
    const core = spelling.replace(/[="*…]/g, '');
    assert.ok(!written.includes(core), `${name}: ${written}`);
  }
  for (const piece of [key.slice(0, 8), key.slice(-8)]) assert.ok(!written.includes(piece), written);
}

const wires: Readonly<Record<string, (connection: Connection) => Provider>> = {
  'Chat Completions': connection => createOpenAiProvider({ ...connection, api: 'chat' }),
  Responses: connection => createOpenAiProvider({ ...connection, api: 'responses' }),
  Anthropic: createAnthropicProvider,
};

const connectionTo = (baseUrl: string): Connection => ({
  id: 'm',
  label: 'M',
  baseUrl,
  key: async () => key,
});

/** Bodies of errors as servers write them. */
const bodies: readonly ((message: string) => unknown)[] = [
  message => ({ error: { message, type: 'invalid_request_error' } }),
  message => ({ error: message }),
  message => ({ detail: [{ msg: message }] }),
  message => message,
];

function modelOf({ named }: Provider): Model {
  assert.ok(named !== undefined);
  return named('a');
}

async function failureOf(model: Model): Promise<unknown> {
  const events: unknown[] = [];
  for await (const event of model.reply({ canisters: [userSays('Hi')], tools: [] }, never))
    events.push(event);
  assert.match(JSON.stringify(events.at(-1)), /"failure"/);
  return events;
}

describe('A secret', () => {
  for (const [wire, createProvider] of Object.entries(wires)) {
    for (const status of [400, 401, 404, 429, 500]) {
      it(`is hidden where a server quotes it, in ${wire} with ${status}`, async () => {
        let quoted: unknown;
        const server = await startJsonServer(() => ({ status, body: quoted }));
        const provider = createProvider(connectionTo(wire === 'Anthropic' ? server.url : `${server.url}/v1`));
        for (const spelling of Object.values(spellings)) {
          for (const body of bodies) {
            quoted = body(`The key ${spelling} is wrong.`);
            const listed = await provider.models(never).catch(cause => [errorData(cause), String(cause)]);
            assertHidden([listed, await failureOf(modelOf(provider))]);
          }
        }
        assert.ok(server.seen.length > 50);
        await server.close();
      });
    }
  }

  it('is hidden where a server quotes it in the middle of a reply', async () => {
    for (const spelling of Object.values(spellings)) {
      const message = `The key ${spelling} has expired.`;
      const server = await startOpenAiServer(async (response, received) => {
        const failed = { type: 'response.failed', response: { error: { code: 'server_error', message } } };
        const chunks = received.url.endsWith('/responses')
          ? [failed]
          : [chunk({ content: 'Hi' }), { error: { message } }];
        await answerChunks(chunks)(response, received);
      });
      for (const api of ['chat', 'responses'] as const) {
        const provider = createOpenAiProvider({ ...connectionTo(server.url), api });
        const events = await failureOf(modelOf(provider));
        assert.match(JSON.stringify(events), /has expired/);
        assertHidden(events);
      }
      await server.close();
    }
  });

  it('is hidden in a header, too', async () => {
    const server = await startJsonServer(() => ({ status: 400, body: { error: { message: `No: ${key}` } } }));
    const headers = { 'x-api-token': key, 'x-plain': 'ordinary-word' };
    const connection = { ...connectionTo(server.url), headers, key: async () => undefined };
    const provider = createOpenAiProvider({ ...connection, api: 'chat' });
    assertHidden(await failureOf(modelOf(provider)));
    await server.close();
  });

  it('is hidden in whatever a tool returns, reports or throws', async () => {
    for (const spelling of Object.values(spellings)) {
      const said = `It is ${spelling}.`;
      const tools: Readonly<Record<string, Invocable>> = {
        text: () => said,
        value: () => ({ deep: [{ said }] }),
        parts: () =>
          reply({
            content: [text(said), { type: 'resource', uri: 'a:b', text: said }],
            screen: said,
            structured: { said },
          }),
        failed: () => reply({ content: [text(said)], failure: { kind: 'execution', message: said } }),
        thrown: () => {
          throw new Error(said);
        },
        progress(_args, { progress }) {
          progress(said);
          return undefined;
        },
      };
      const ports = await createFakePorts({ ensembles: [createFakeEnsemble('fake', tools)] });
      ports.host.secrets.learn(key);
      const processor = createInvocationsProcessor({
        ...ports,
        conversation: createConversation('c'),
        callable: ports.roster,
        deduplicator: createDeduplicator(ports.host),
        resultLimit: 10_000,
      });
      const seen: unknown[] = [];
      const watch = {
        signal: never,
        onProgress: (event: unknown) => seen.push(event),
        onReturned: (returned: unknown) => seen.push(returned),
      };
      for (const name of Object.keys(tools))
        seen.push(await processor.process(processor.prepare(name, {}), watch));
      assert.equal(JSON.stringify(seen).match(/It is /g)?.length, 18);
      assertHidden(seen);
    }
  });

  it('is hidden where any other model says why it failed', async () => {
    const failing: readonly Script[] = [
      [{ type: 'failure', error: errorData(errors.modelFailed('M', `The key ${key} is wrong.`)) }],
      // biome-ignore lint/correctness/useYield: it fails before it has anything to say
      async function* () {
        throw new Error(`The key ${key} is wrong.`);
      },
    ];
    for (const script of failing) {
      const ports = await createFakePorts();
      ports.host.secrets.learn(key);
      const conversation = createConversation('c');
      const options = { ports, model: createScriptedModel(script), signal: never };
      const events = await Array.fromAsync(converse(conversation, { content: [text('Go.')] }, options));
      assert.match(JSON.stringify(events), /is wrong/);
      assertHidden([events, conversation.canisters, ports.host.logged]);
    }
  });

  it('is hidden in what an MCP server that was given it returns, and writes as its last words', async () => {
    const secrets = createKnownSecrets();
    const transport = misbehaving();
    assert.ok(transport.kind === 'stdio');
    const env = { ...transport.env, API_TOKEN: '${secret:k}', CITY: '${input:c}' };
    const filled = { ...transport, env: { ...env, API_TOKEN: key, CITY: 'Reykjavik' } };
    const ports = createPorts({ secrets, fillIn: async given => ({ ...given, transport: filled }) });
    const ensemble = createMcpEnsemble(define({ ...transport, env }), ports);
    await ensemble.connect(never);
    const returned = JSON.stringify(await call(ensemble, 'environment'));
    await ensemble.disconnect();
    assert.match(returned, /••••/);
    assertHidden(returned);
    assert.match(returned, /Reykjavik/, 'an ordinary word that was typed stays one');
    // Nobody else can have it print what this one was given.
    assertHidden(secrets.hide(`another server knows ${key}`));
  });

  it('is hidden where a sign-in has brought it', async () => {
    const secrets = createKnownSecrets();
    const store = learningStore(createMemorySecrets(), secrets);
    await store.store(
      'mcp-oauth:a',
      JSON.stringify({ tokens: { 'https://a': { access_token: key, scope: 'everything' } } }),
    );
    assertHidden(secrets.hide(`Bearer ${key} was refused`));
    assert.equal(secrets.hide('everything'), 'everything');
  });

  it('stays inside in a whole run: neither the model, nor an event, nor a line has it', async () => {
    await using root = await tempRoot({ 'notes.txt': `key = ${key}\n` });
    const called = { name: 'workspace__read_file', arguments: '{"path":"notes.txt"}' };
    const read = { index: 0, id: 'call-1', type: 'function', function: called };
    let asked = 0;
    const server = await startOpenAiServer(async (response, received) => {
      asked++;
      if (asked === 1)
        return answerChunks([chunk({ tool_calls: [read] }), chunk({}, 'tool_calls')])(response, received);
      const quoted = Object.values(spellings).join(' ');
      return answerJson(
        { error: { message: `${quoted} was heard: ${received.headers.authorization}` } },
        400,
      )(response);
    });
    const place = ['--base-url', server.url, '--model', 'some-model', '--root', root.path];
    const options = ['--json', '--provider', 'openai', '--key-env', 'SOME_VARIABLE', ...place];
    const environment = { SOME_VARIABLE: key, XDG_STATE_HOME: root.path };
    const ran = await runConverse([...options, 'what is in notes.txt?'], { environment });
    await server.close();
    assert.equal(asked, 2);
    assertHidden(server.received.map(({ body }) => body));
    assertHidden(ran.stdout + ran.stderr);
    const end = eventsOf(ran).at(-1);
    assert.match(end?.type === 'turn-end' ? (end.error?.message ?? '') : '', /was heard/);
  });

  it('is known as soon as it stands in a variable of the environment', () => {
    const secrets = createKnownSecrets();
    learnEnvironment(secrets, {
      OPENAI_API_KEY: key,
      CONVERSER_SECRET_WEATHER: 'weather-secret',
      PWD: '/home/ada/project',
      HOME: '/home/ada',
      LANG: 'en_GB.UTF-8',
    });
    assertHidden(secrets.hide(key));
    assert.equal(
      secrets.hide('weather-secret in /home/ada/project, en_GB.UTF-8'),
      '•••• in /home/ada/project, en_GB.UTF-8',
    );
  });

  it('lies in folders that are yours alone, with all that is remembered', async () => {
    if (process.platform === 'win32') return;
    await using root = await tempRoot();
    const folder = (name: string) => path.join(root.path, name);
    await folderManifests(path.join(folder('a'), 'mcp')).write('h', { tools: [] } as never);
    await createConversationStore(path.join(folder('b'), 'conversations')).append('c-1', [
      { id: '1' } as never,
    ]);
    const made = ['a', 'a/mcp', 'b', 'b/conversations'];
    for (const name of made) assert.equal((await stat(folder(name))).mode & 0o077, 0, name);
    assert.equal((await stat(folder('b/conversations/c-1.jsonl'))).mode & 0o077, 0);
  });
});
