import assert from 'node:assert/strict';
import { listeners } from '../../../../src/converser/async/listeners.ts';
import type { Ensemble, EnsembleState } from '../../../../src/converser/ensemble/ensemble.ts';
import { createEnsembleRoster } from '../../../../src/converser/ensemble/ensemble-roster.ts';
import type { ServerStatus } from '../../../../src/ensembles/mcp/server/restartable-server.ts';
import { mcpCommands } from '../../../../src/vscode/mcp/commands/server-commands.ts';
import { ensembleNode } from '../../../../src/vscode/tools-view/ensembles-tree-nodes.ts';
import { eventually } from '../../support/house.ts';

const knowledge = {
  isApproved: () => true,
  isSignedIn: () => false,
  changedTools: () => [],
  hasFile: () => true,
};

describe('the restart of an MCP server', () => {
  const nodeOf = (status: EnsembleState['status'], server: ServerStatus) => {
    const ensemble = {
      ...{ name: 'tried', title: 'Tried', description: '', enabled: true },
      ...{ invokers: [], problems: [], server },
      state: status === 'failed' ? { status, reason: 'It needs long to start.' } : { status },
      definition: { transport: { kind: 'stdio', command: 'run', args: [] }, origin: 'user' },
      onDidChange: () => ({ dispose: () => {} }),
      disconnect: async () => {},
      reinspect: async () => {},
    } as unknown as Ensemble;
    const roster = createEnsembleRoster();
    void roster.set(ensemble);
    return ensembleNode(ensemble, { roster, knowledge });
  };
  it('leads to the log if it fails, and not while the server is still starting', async () => {
    const told: (readonly string[])[] = [];
    const shown: string[] = [];
    const clicked = listeners<void>();
    let isApproved = false;
    const restart = async (server: ServerStatus) => {
      const ensemble = { ...nodeOf('failed', server).ensemble, restart: async () => {} } as Ensemble;
      const roster = createEnsembleRoster();
      void roster.set(ensemble);
      const commands = mcpCommands({
        roster,
        launches: { reconsider: () => {}, isApproved: () => isApproved },
        inform: (message: string) => told.push([message]),
        logs: {
          show: (name: string) => {
            shown.push(name);
            clicked.fire();
          },
        },
        complain: async (...said: readonly string[]) => {
          told.push(said);
          return said.at(-1);
        },
      } as never);
      await commands['converser.restartMcpServer']?.('tried');
    };
    await restart('starting');
    assert.deepEqual(told, []);
    await restart('stopped');
    assert.deepEqual(told.splice(0), [['Tried did not start. It needs long to start.']], 'They said no.');
    isApproved = true;
    await restart('stopped');
    await eventually(clicked.listen, () => shown.length > 0);
    assert.deepEqual(told, [['Tried did not start. It needs long to start.', 'Show Log']]);
    assert.deepEqual(shown, ['tried']);
  });
});
