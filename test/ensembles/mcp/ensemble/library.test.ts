import assert from 'node:assert/strict';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import { createSystemClock } from '../../../../src/converser/ground/system-ports.ts';
import type { EnsembleList } from '../../../../src/converser/words/ensemble/library.ts';
import { ordinaryServerLimits } from '../../../../src/ensembles/mcp/connection/connection-ports.ts';
import { brieflyKnown } from '../../../../src/ensembles/mcp/ensemble/briefly-known.ts';
import { createMcpEnsemble, type McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { watchResource } from '../../../../src/ensembles/mcp/ensemble/watch-resource.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import { createChangingServer } from '../../../fakes/mcp/changing-server.ts';
import { listenWith } from '../../../fakes/mcp/http-listener.ts';
import { call } from '../call.ts';
import { endsOfTest, ensemblesOfTest } from '../ends.ts';
import { createPorts, define, never, serverProgram, stdio, type TriedPorts } from '../servers.ts';

describe('what the reference server offers besides tools', function () {
  this.timeout(120_000);
  let ensemble: McpEnsemble;
  let ports: TriedPorts;
  before(async () => {
    ports = createPorts();
    ensemble = createMcpEnsemble(define(stdio(serverProgram('everything'), 'stdio')), ports);
    await ensemble.connect(never());
  });
  after(() => ensemble.disconnect());

  it('are resources, which become documents', async () => {
    const resources = await ensemble.library.resources(never());
    const [first] = resources;
    assert.ok(first !== undefined && resources.length > 1);
    const [part] = await ensemble.attach(first.uri, never());
    assert.ok(part?.type === 'resource' && part.text !== undefined && part.text.length > 0);
    assert.equal(part.uri, first.uri);
  });

  it('are templates, by which texts and bytes are read', async () => {
    const templates = await ensemble.library.resourceTemplates(never());
    assert.ok(templates.some(({ uriTemplate }) => uriTemplate.includes('{')));
    const [words] = await ensemble.attach('demo://resource/dynamic/text/1', never());
    assert.ok(words?.type === 'resource' && /Resource 1/.test(words.text ?? ''));
    const [blob] = await ensemble.attach('demo://resource/dynamic/blob/1', never());
    assert.ok(blob?.type === 'resource' && blob.text === undefined && (blob.bytes?.length ?? 0) > 0);
    await assert.rejects(ensemble.attach('demo://no-such-thing', never()), /demo:\/\/no-such-thing/);
  });

  it('are prompts, which become messages and documents', async () => {
    const prompts = await ensemble.library.prompts(never());
    assert.ok(prompts.some(({ name }) => name === 'args-prompt'));
    const simple = await ensemble.writePrompt({ name: 'simple-prompt' }, never());
    assert.deepEqual(simple.documents, []);
    assert.deepEqual(simple.content, [
      { type: 'text', mimeType: 'text/plain', text: 'This is a simple prompt without arguments.' },
    ]);
    const args = { name: 'args-prompt', arguments: { city: 'Oslo' } };
    assert.match(JSON.stringify((await ensemble.writePrompt(args, never())).content), /Oslo/);
    const resource = { name: 'resource-prompt', arguments: { resourceType: 'Text', resourceId: '1' } };
    const withResource = await ensemble.writePrompt(resource, never());
    assert.equal(withResource.documents[0]?.type, 'resource');
    assert.equal(withResource.content[0]?.type, 'text');
    await assert.rejects(ensemble.writePrompt({ name: 'no-such-prompt' }, never()), /no-such-prompt/);
  });

  it('are completions for the arguments of a prompt', async () => {
    const ref = { type: 'ref/prompt', name: 'completable-prompt' } as const;
    const argument = { name: 'department', value: 'Eng' };
    const { values } = await ensemble.library.complete({ ref, argument }, never());
    assert.deepEqual(values, ['Engineering']);
  });

  it('are updates of a resource, for as long as it is watched', async () => {
    const uri = 'demo://resource/dynamic/text/1';
    const told = Promise.withResolvers<void>();
    const watching = await ensemble.watchResource(uri, told.resolve, never());
    await call(ensemble, 'toggle-subscriber-updates');
    await told.promise;
    watching.dispose();
    await call(ensemble, 'toggle-subscriber-updates');
  });

  it('are messages for its log', async () => {
    await call(ensemble, 'toggle-simulated-logging');
    await ports.line(/./, 'server');
    await call(ensemble, 'toggle-simulated-logging');
  });
});

describe('a server that offers tools alone', () => {
  const make = ensemblesOfTest();

  it('has nothing else, and says so', async () => {
    const { ensemble } = make(define(stdio(serverProgram('filesystem'), import.meta.dirname)));
    await ensemble.connect(never());
    assert.deepEqual(await ensemble.library.resources(never()), []);
    assert.deepEqual(await ensemble.library.prompts(never()), []);
    await assert.rejects(ensemble.attach('x:1', never()), /doesn’t offer resources/);
    await assert.rejects(ensemble.writePrompt({ name: 'x' }, never()), /doesn’t offer prompts/);
    const watching = ensemble.watchResource('x:1', () => {}, never());
    await assert.rejects(watching, /doesn’t offer to watch its resources/);
  });
});

describe('a resource of a server of the newer era', () => {
  const ends = endsOfTest();
  const make = ensemblesOfTest(ends);

  it('is watched by several watchers, each for as long as it likes', async () => {
    const handler = createMcpHandler(createChangingServer, { legacy: 'reject' });
    const { url, close } = await listenWith(handler.fetch);
    ends.push(close, () => handler.close());
    const { ensemble } = make(define({ kind: 'http', url: `${url}/mcp`, headers: {} }));
    const uri = 'demo://clock';
    const told: string[] = [];
    let next = Promise.withResolvers<void>();
    const tell = (name: string) => () => {
      told.push(name);
      next.resolve();
    };
    const changed = async () => {
      next = Promise.withResolvers();
      handler.notify.resourceUpdated(uri);
      await next.promise;
    };
    const [first, second] = await Promise.all([
      ensemble.watchResource(uri, tell('first'), never()),
      ensemble.watchResource(uri, tell('second'), never()),
    ]);
    await changed();
    first.dispose();
    first.dispose();
    await changed();
    second.dispose();
    const third = await ensemble.watchResource(uri, tell('third'), never());
    await changed();
    third.dispose();
    assert.deepEqual(told, ['first', 'second', 'second', 'third']);
  });
});

describe('a watched resource', () => {
  let client: Client;
  let server: McpServer;
  beforeEach(async () => {
    server = createChangingServer();
    server.server.setRequestHandler('resources/subscribe', () => ({}));
    server.server.setRequestHandler('resources/unsubscribe', () => ({}));
    client = new Client({ name: 'test', version: '1.0.0' });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(theirs), client.connect(ours)]);
  });
  afterEach(() => client.close());

  /** What is told of a resource, when all of these have changed. */
  async function toldOf(watched: string, changed: readonly string[]): Promise<number> {
    const last = Promise.withResolvers<void>();
    let told = 0;
    const limits = ordinaryServerLimits;
    const options = { server: 'changing', clock: createSystemClock(), limits, signal: never() };
    const watchings = [
      await watchResource(client, watched, { ...options, onUpdate: () => void told++ }),
      await watchResource(client, 'demo://last', { ...options, onUpdate: last.resolve }),
    ];
    for (const uri of [...changed, 'demo://last']) await server.server.sendResourceUpdated({ uri });
    await last.promise;
    for (const watching of watchings) watching.dispose();
    return told;
  }

  it('has changed when a part of it has, as the specification lets servers say', async () => {
    assert.equal(await toldOf('file:///notes', ['file:///notes']), 1);
    assert.equal(await toldOf('file:///notes', ['file:///notes/today.md', 'file:///notes/2026/may.md']), 2);
    assert.equal(await toldOf('file:///notes/', ['file:///notes/today.md']), 1);
    assert.equal(await toldOf('db://people', ['db://people?id=7', 'db://people#7']), 2);
  });

  it('has not changed when a resource has whose address only begins alike', async () => {
    const others = ['file:///notes.md', 'file:///notes-of-old/a.md', 'file:///', 'file:///other/notes/a.md'];
    assert.equal(await toldOf('file:///notes', others), 0);
  });
});

describe('a list of an MCP server', () => {
  it('is remembered briefly, and read again after changes and failures', async () => {
    const clock = createFakeClock();
    const changes = listeners<EnsembleList>();
    let asked = 0;
    let answer: () => Promise<readonly string[]> = async () => ['greet'];
    const list = brieflyKnown(
      () => {
        asked++;
        return answer();
      },
      { clock, onDidChangeList: changes.listen },
    );
    await list(never());
    await list(never());
    assert.equal(asked, 1);
    changes.fire('prompts');
    await list(never());
    assert.equal(asked, 2);
    await clock.advance(60_000);
    answer = () => Promise.reject(new Error('gone'));
    await assert.rejects(list(never()), /gone/);
    answer = async () => [];
    assert.deepEqual(await list(never()), []);
    assert.equal(asked, 4);
  });

  it('remains for the others when one who waits for it leaves, as after more typing', async () => {
    const asked: AbortSignal[] = [];
    const answer = Promise.withResolvers<readonly string[]>();
    const list = brieflyKnown(
      signal => {
        asked.push(signal);
        signal.addEventListener('abort', () => answer.reject(signal.reason));
        return answer.promise;
      },
      { clock: createFakeClock(), onDidChangeList: listeners<EnsembleList>().listen },
    );
    const typed = new AbortController();
    const first = list(typed.signal);
    const second = list(never());
    typed.abort();
    await assert.rejects(first, { code: 'cancelled' });
    answer.resolve(['greet']);
    assert.deepEqual(await second, ['greet']);
    assert.equal(asked.length, 1);
  });
});
