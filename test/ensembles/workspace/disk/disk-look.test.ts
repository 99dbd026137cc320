import assert from 'node:assert/strict';
import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { largestText } from '../../../../src/converser/words/workspace/detect-encoding.ts';
import { makeTemporaryWorkspace } from '../temporary-workspace.ts';

describe('a file that is read', () => {
  it('may be as large as the limit says, and no larger', async () => {
    const made = await makeTemporaryWorkspace({ ripgrep: false });
    const [root] = made.workspace.roots;
    assert.ok(root);
    await made.write('a.bin', '');
    const file = { root, path: 'a.bin' };
    await truncate(path.join(made.root, 'a.bin'), largestText);
    const content = await made.workspace.read(file);
    assert.equal(content.kind === 'binary' && content.size, largestText);
    await truncate(path.join(made.root, 'a.bin'), largestText + 1);
    await assert.rejects(made.workspace.read(file), {
      code: 'file-unreadable',
      message: /it has 20,000,001 bytes/,
    });
    await made.dispose();
  });
});
