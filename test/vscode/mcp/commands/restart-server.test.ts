import assert from 'node:assert/strict';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import type { McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { ServerStatus } from '../../../../src/ensembles/mcp/server/restartable-server.ts';
import { createRestartServer } from '../../../../src/vscode/mcp/commands/restart-server.ts';
import { eventually } from '../../../eventually.ts';

describe('the restart of an MCP server', () => {
  it('leads to the log if it fails, and not while the server is still starting', async () => {
    const told: (readonly string[])[] = [];
    const shown: string[] = [];
    const clicked = listeners<void>();
    let isApproved = false;
    const restart = async (server: ServerStatus) => {
      const ensemble = {
        ...{ name: 'tried', title: 'Tried', description: '', enabled: true, invokers: [], server },
        state: { status: 'failed', error: { code: 'internal', message: 'It ended.', retryable: false } },
        onDidChange: () => ({ dispose: () => {} }),
        restart: async () => {},
      } as unknown as McpEnsemble;
      await createRestartServer({
        launches: { isApproved: () => isApproved },
        inform: message => told.push([message]),
        logs: {
          show: name => {
            shown.push(name);
            clicked.fire();
          },
        },
        complain: async (...said) => {
          told.push(said);
          return said.at(-1);
        },
      })(ensemble);
    };
    await restart('starting');
    assert.deepEqual(told, []);
    await restart('stopped');
    assert.deepEqual(told.splice(0), [['Tried did not start. It ended.']], 'The user declined.');
    isApproved = true;
    await restart('stopped');
    await eventually(clicked.listen, () => shown.length > 0);
    assert.deepEqual(told, [['Tried did not start. It ended.', 'Show Log']]);
    assert.deepEqual(shown, ['tried']);
  });
});
