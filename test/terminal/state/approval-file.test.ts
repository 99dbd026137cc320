import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openApprovalFile } from '../../../src/terminal/state/approval-file.ts';
import { tempRoot } from '../run-converse.ts';

describe('What was approved for a workspace', () => {
  it('is known again there, and nowhere else', async () => {
    await using folder = await tempRoot();
    const file = path.join(folder.path, 'state', 'approvals.json');
    const first = await openApprovalFile(['/a', '/b'], file);
    assert.equal(first.all().includes('x'), false);
    await first.add('x');
    await first.add('y');
    assert.equal((await openApprovalFile(['/b', '/a'], file)).all().includes('x'), true);
    assert.equal((await openApprovalFile(['/a'], file)).all().includes('x'), false);
    assert.equal((await stat(file)).mode & 0o077, 0);
    assert.match(await readFile(file, 'utf8'), /"x",\n\s+"y"/);
  });

  it('is nothing when the file is damaged', async () => {
    await using folder = await tempRoot();
    const file = path.join(folder.path, 'approvals.json');
    for (const damaged of ['{', '[]', '{"[\\"/a\\"]": {"x": 1}}', 'null']) {
      await writeFile(file, damaged);
      assert.equal((await openApprovalFile(['/a'], file)).all().includes('x'), false);
    }
  });
});
