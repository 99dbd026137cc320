import assert from 'node:assert/strict';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { createSystemClock } from '../../../../src/converser/ground/system-ports.ts';
import { ordinaryServerLimits } from '../../../../src/ensembles/mcp/connection/connection-ports.ts';
import { watchResource } from '../../../../src/ensembles/mcp/ensemble/watch-resource.ts';
import { createChangingServer } from '../../../fakes/mcp/changing-server.ts';

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
    const options = {
      server: 'changing',
      clock: createSystemClock(),
      limits: ordinaryServerLimits,
      signal: new AbortController().signal,
    };
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
