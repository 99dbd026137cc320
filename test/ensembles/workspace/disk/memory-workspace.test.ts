import { workspaceContract } from '../../../contracts/workspace-contract.ts';
import { createMemoryWorkspace } from '../../../fakes/memory-workspace.ts';

workspaceContract('in memory', async () => {
  const workspace = createMemoryWorkspace({ files: { '/work/elsewhere.txt': '' } });
  const [root] = workspace.roots;
  if (root === undefined) throw new Error('The workspace has no root.');
  workspace.files.delete('/work/elsewhere.txt');
  return {
    workspace,
    base: { root, path: '' },
    put: async (path, content) => workspace.put(`/work/${path}`, content),
    bytes: async path => workspace.files.get(`/work/${path}`),
    dispose: async () => {},
  };
});
