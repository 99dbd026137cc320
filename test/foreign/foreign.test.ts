/** MCP servers of others, which npm fetches once: `npm test -- foreign`. */

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDeduplicator } from '../../src/converser/call/invocation/deduplication/deduplicator.ts';
import { createInvocationsProcessor } from '../../src/converser/call/invocation/invocations-processor.ts';
import type { ResultCanister } from '../../src/converser/words/canister/canister.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import { toolDefinitions } from '../../src/converser/words/ensemble/tool-definitions.ts';
import { createMcpEnsemble, type McpEnsemble } from '../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createPorts, define } from '../ensembles/mcp/servers.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { installed } from '../npm-program.ts';
import { askBare, type Bare } from './bare-client.ts';
import { type ForeignServer, foreignServers } from './foreign-servers.ts';

for (const server of foreignServers) {
  describe(`${server.package} ${server.version}`, () => {
    let home = '';
    let bare: Bare;
    let ensemble: McpEnsemble;

    before(async function () {
      this.timeout(600_000);
      const file = await installed(server);
      home = await mkdtemp(path.join(tmpdir(), 'converser-foreign-'));
      const launch = launchOf(server, file, home);
      bare = await askBare(launch, server, home);
      const definition = define({ kind: 'stdio', ...launch }, { name: 'foreign' });
      const ports = createPorts({ folder: home, limits: { firstSight: 60_000 } });
      ensemble = createMcpEnsemble(definition, ports);
      await ensemble.connect(AbortSignal.timeout(60_000));
    });

    after(async () => {
      await ensemble?.disconnect();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    });

    it('connects, and lists what the official client is sent', () => {
      assert.deepEqual(ensemble.state, { status: 'ready' });
      const left = ensemble.problems.map(({ tool }) => tool);
      assert.deepEqual([...ensemble.invokers.map(({ name }) => name), ...left].sort(), bare.tools);
      assert.deepEqual(ensemble.problems, []);
    });

    it('has what it says about its tools passed on to models', () => {
      assert.equal(ensemble.instructions, bare.instructions?.trim());
    });

    it('has names that every model accepts', () => {
      const names = toolDefinitions(ensemble.invokers).map(({ name }) => name);
      assert.equal(new Set(names).size, bare.tools.length);
      for (const name of names) assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
    });

    it('answers a call as it answers the official client', async () => {
      const { failure, content } = await invoke(ensemble, server);
      const said = content.map(part => (part.type === 'text' ? part.text : part.type)).join('\n');
      assert.equal(failure === undefined, bare.succeeded, failure?.message ?? said);
      // A refusal is the server's own, and none of Converser's.
      if (failure !== undefined) assert.equal(failure.kind, 'execution', failure.message);
      if (server.answer !== undefined) assert.match(said, server.answer);
    });
  });
}

function launchOf({ args = [], env = {} }: ForeignServer, file: string, home: string) {
  const { PATH = '' } = process.env;
  return { command: process.execPath, args: [file, ...args], env: { ...env, PATH, HOME: home } };
}

/** As a turn does it: found by its name, validated, permitted. */
async function invoke(ensemble: McpEnsemble, { call: [name, args] }: ForeignServer): Promise<ResultCanister> {
  const ports = await createFakePorts({ answers: ['once'] });
  await ports.roster.set(ensemble);
  const processor = createInvocationsProcessor({
    ...ports,
    conversation: createConversation('c'),
    callable: ports.roster,
    deduplicator: createDeduplicator(ports.host),
    resultLimit: 100_000,
  });
  const watch = { signal: AbortSignal.timeout(120_000), onProgress: () => {} };
  return (await processor.process(processor.prepare(`foreign:${name}`, args), watch)).result;
}
