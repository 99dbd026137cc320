import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { locatePath } from '../../../../src/converser/words/workspace/paths.ts';
import { linkedWorkspaceContract } from '../../../contracts/workspace-contract.ts';
import { makeContractWorkspace, makeTemporaryWorkspace } from '../temporary-workspace.ts';

linkedWorkspaceContract('on a disk', () => makeContractWorkspace());
linkedWorkspaceContract('on a disk without ripgrep', () => makeContractWorkspace({ ripgrep: false }));

describe('ripgrep', () => {
  it('also compares a named file in an encoding that it can’t read with an expression', async () => {
    const { workspace, root, dispose } = await makeTemporaryWorkspace();
    try {
      const signal = AbortSignal.timeout(60_000);
      const query = {
        text: '^\\w+é\\b',
        isRegex: true,
        isCaseSensitive: false,
        includeIgnored: false,
        limit: 9,
      };
      for (const [name, encoding] of [
        ['old', 'latin1'],
        ['wide', 'utf16le'],
        ['x', 'utf8'],
      ] as const) {
        await writeFile(path.join(root, name), Buffer.from('no\r\nCAFÉ noir\r\n', encoding));
        const below = locatePath(name, workspace.roots);
        const { items } = await workspace.searchText({ ...query, below }, signal);
        assert.deepEqual(items, [{ location: below, line: 2, text: 'CAFÉ noir' }]);
      }
    } finally {
      await dispose();
    }
  });
});
