import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { locatePath } from '../../../../src/converser/words/workspace/paths.ts';
import { eachTest } from '../../each-test.ts';
import { createTempFolder } from '../../temp-folder.ts';
import { makeTemporaryWorkspace } from '../../workspace/temporary-workspace.ts';
import { createTestShell } from '../test-shell.ts';
import { createTestSandbox } from './test-sandbox.ts';

describe('a command on a copy with what is proposed', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));
  const state = eachTest(() => createTempFolder());

  async function ran(
    line: string,
    files: Readonly<Record<string, string | null>>,
    access: 'workspace' | 'full' = 'workspace',
  ) {
    const sandbox = createTestSandbox(made.workspace, { folder: state.path, home: state.path });
    const shell = createTestShell(made.workspace, { folder: state.path, sandbox });
    const proposed = Object.entries(files).map(([name, after]) => ({
      place: locatePath(name, made.workspace.roots),
      after,
    }));
    try {
      const hasLayers = (await sandbox.plan('workspace')).kind !== 'open';
      if (!hasLayers && access === 'workspace') return undefined;
      const command = { kind: 'line', line } as const;
      const { running, released } = await shell.start({ command, access, isBackground: false, proposed });
      await running.ended;
      const { dropped = [] } = released();
      return {
        said: running.output.shown().trim(),
        dropped: dropped.map(place => path.relative(made.root, place)).sort(),
      };
    } finally {
      await shell.dispose();
    }
  }

  it('sees it, and leaves the workspace as it is; what it changes besides is named', async () => {
    await made.write('a.txt', 'old');
    await made.write('gone.txt', 'here');
    await made.write('deep/b.txt', 'b');
    const found = await ran(
      'cat a.txt deep/new.txt deep/b.txt; ls gone.txt 2>&1 | grep -c "No such"; echo more > made.txt; rm deep/b.txt; echo formatted > a.txt',
      { 'a.txt': 'new\n', 'deep/new.txt': 'made\n', 'gone.txt': null },
    );
    if (found === undefined) return;
    assert.equal(found.said, 'new\nmade\nb1');
    assert.deepEqual(found.dropped, ['a.txt', 'deep/b.txt', 'made.txt']);
    assert.equal(await readFile(path.join(made.root, 'a.txt'), 'utf8'), 'old');
    assert.deepEqual((await readdir(made.root, { recursive: true })).sort(), [
      'a.txt',
      'deep',
      'deep/b.txt',
      'gone.txt',
    ]);
  });

  it('names nothing where it only looked', async () => {
    await made.write('a.txt', 'old');
    const found = await ran('cat a.txt', { 'a.txt': 'new' });
    if (found !== undefined) assert.deepEqual(found, { said: 'new', dropped: [] });
  });

  it('is refused outside the sandbox, where it would see only the disk', async () => {
    await assert.rejects(ran('true', { 'a.txt': 'new' }, 'full'), /keep or discard it first/);
    assert.equal((await ran('echo ok', {}, 'full'))?.said, 'ok');
  });
});
