import assert from 'node:assert/strict';
import { createMcpEnsemble, type McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { call, texts } from '../call.ts';
import { createPorts, define, serverProgram, stdio } from '../servers.ts';

describe('an MCP server as an ensemble', () => {
  const made: McpEnsemble[] = [];
  afterEach(async () => {
    await Promise.all(made.splice(0).map(ensemble => ensemble.disconnect()));
  });

  function create(...given: Parameters<typeof createMcpEnsemble>): McpEnsemble {
    const ensemble = createMcpEnsemble(...given);
    made.push(ensemble);
    return ensemble;
  }

  it('offers the tools of the reference server, and calls them', async () => {
    const ensemble = create(define(stdio(serverProgram('everything'), 'stdio')), createPorts());
    await ensemble.connect(AbortSignal.timeout(60_000));
    assert.deepEqual(ensemble.state, { status: 'ready' });
    assert.equal(ensemble.server, 'running');
    assert.equal(ensemble.manifest?.serverInfo?.name, 'mcp-servers/everything');
    assert.deepEqual(texts(await call(ensemble, 'echo', { args: { message: 'hi' } })), ['Echo: hi']);
  });
});
