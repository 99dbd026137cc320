import assert from 'node:assert/strict';
import path from 'node:path';
import { createDiskWatch } from '../../../../src/ensembles/workspace/disk/disk-watch.ts';

describe('the watch of folders on a disk', () => {
  it('takes a folder that it cannot watch for one that has changed, each time it is looked at', () => {
    const watch = createDiskWatch();
    let changes = 0;
    watch.onDidChange(() => changes++);
    const missing = path.join(import.meta.dirname, 'missing');
    watch.visit(missing);
    assert.equal(changes, 1);
    watch.visit(missing);
    assert.equal(changes, 2);
    watch.dispose();
  });
});
