import assert from 'node:assert/strict';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createMcpEnsemble, type McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createChangingServer } from '../../../fakes/mcp/changing-server.ts';
import { listenWith } from '../../../fakes/mcp/http-listener.ts';
import { call } from '../call.ts';
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
    const withResource = await ensemble.writePrompt(
      { name: 'resource-prompt', arguments: { resourceType: 'Text', resourceId: '1' } },
      never(),
    );
    assert.equal(withResource.documents[0]?.type, 'resource');
    assert.equal(withResource.content[0]?.type, 'text');
    await assert.rejects(ensemble.writePrompt({ name: 'no-such-prompt' }, never()), /no-such-prompt/);
  });

  it('are completions for the arguments of a prompt', async () => {
    const ref = { type: 'ref/prompt', name: 'completable-prompt' } as const;
    const { values } = await ensemble.library.complete(
      { ref, argument: { name: 'department', value: 'Eng' } },
      never(),
    );
    assert.deepEqual(values, ['Engineering']);
  });

  it('are updates of a resource, for as long as it is watched', async () => {
    const uri = 'demo://resource/dynamic/text/1';
    let first = () => {};
    const told = new Promise<void>(resolve => {
      first = resolve;
    });
    const watching = await ensemble.watchResource(uri, first, never());
    await call(ensemble, 'toggle-subscriber-updates');
    await told;
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
  it('has nothing else, and says so', async () => {
    const ensemble = createMcpEnsemble(
      define(stdio(serverProgram('filesystem'), import.meta.dirname)),
      createPorts(),
    );
    try {
      await ensemble.connect(never());
      assert.deepEqual(await ensemble.library.resources(never()), []);
      assert.deepEqual(await ensemble.library.prompts(never()), []);
      await assert.rejects(ensemble.attach('x:1', never()), /doesn’t offer resources/);
      await assert.rejects(ensemble.writePrompt({ name: 'x' }, never()), /doesn’t offer prompts/);
      await assert.rejects(
        ensemble.watchResource('x:1', () => {}, never()),
        /doesn’t offer to watch its resources/,
      );
    } finally {
      await ensemble.disconnect();
    }
  });
});

describe('a resource of a server of the newer era', () => {
  it('is watched by several watchers, each for as long as it likes', async () => {
    const handler = createMcpHandler(createChangingServer, { legacy: 'reject' });
    const listener = await listenWith(handler.fetch);
    const ensemble = createMcpEnsemble(
      define({ kind: 'http', url: `${listener.url}/mcp`, headers: {} }),
      createPorts(),
    );
    const uri = 'demo://clock';
    const told: string[] = [];
    const next = { resolve: () => {} };
    const tell = (name: string) => () => {
      told.push(name);
      next.resolve();
    };
    const changed = async () => {
      const heard = new Promise<void>(resolve => {
        next.resolve = resolve;
      });
      handler.notify.resourceUpdated(uri);
      await heard;
    };
    try {
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
    } finally {
      await ensemble.disconnect();
      await handler.close();
      await listener.close();
    }
  });
});
