import * as vscode from 'vscode';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import { watchLocks } from '../../../../src/vscode/mcp/changes/watch-locks.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { writeWorkspaceFile } from '../../support/converser.ts';

describe('a lock of tools that changes on disk', () => {
  it('is compared with the servers again', async () => {
    const roster = createEnsembleRoster();
    const asked = Promise.withResolvers<void>();
    const server = { definition: {}, reinspect: async () => asked.resolve() };
    await roster.set(Object.assign(createFakeEnsemble('server', {}), server));
    await roster.set(createFakeEnsemble('no_server', {}));
    const watching = watchLocks(roster, 'converser.lock.toml');
    try {
      const file = await writeWorkspaceFile('converser.lock.toml', 'version = 1\n');
      await asked.promise;
      await vscode.workspace.fs.delete(file);
    } finally {
      watching.dispose();
    }
  });
});
