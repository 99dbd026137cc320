import assert from 'node:assert/strict';
import { rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { helpOf } from '../../src/terminal/command-line/help-text.ts';
import { readCommandLine } from '../../src/terminal/command-line/options.ts';
import { claudeSession, jsonl } from '../house/exchange/sessions.ts';
import { runConverse, tempRoot } from './run-converse.ts';

describe('npm run converse -- export and import', () => {
  it('take one conversation, one format and one file', () => {
    for (const line of [
      'export',
      'export 4711 --as html',
      'export --as json --root a',
      'import a.jsonl --root b',
    ])
      assert.equal(readCommandLine(line.split(' ')).kind, line.split(' ')[0], line);
    for (const line of [
      'export a b',
      'export --as pdf',
      'import',
      'import a b',
      'import a --as json',
      '--as json Why?',
    ])
      assert.equal(readCommandLine(line.split(' ')).kind, 'wrong', line);
    assert.equal(readCommandLine(['export all rows as CSV']).kind, 'converse');
    for (const command of ['export', 'import'] as const)
      assert.ok(
        helpOf(command)
          .split('\n')
          .every(line => line.length <= 120),
      );
  });

  it('go on with a session of another program, and give the same file again', async () => {
    await using state = await tempRoot();
    const { user, assistant } = claudeSession();
    const lines = [user('Which\u001b[31m files?'), assistant('m', { type: 'text', text: 'Only **a.txt**.' })];
    await using folder = await tempRoot({ 'session.jsonl': jsonl(lines), 'broken.json': '{\n"a": }' });
    const environment = { XDG_STATE_HOME: state.path };
    const run = (...args: readonly string[]) =>
      runConverse([...args, '--root', folder.path], { environment });
    const broken = await run('import', path.join(folder.path, 'broken.json'));
    assert.equal(broken.code, 1);
    assert.match(broken.stderr, /^converse: Line 2: neither JSON nor JSON lines \(ValueExpected\)\.$/m);
    const imported = await run('import', path.join(folder.path, 'session.jsonl'));
    assert.match(imported.stdout, /^Imported from Claude Code\. .*\nTo go on: converse --resume (\S+)\n$/);
    assert.match(
      (await run('export')).stdout,
      /## You · 2026-11-20 12:00 UTC\n\n.*files\?\n\n## Answer · .*\n\nOnly \*\*a/,
    );
    const { stdout } = await run('export', '--as', 'json');
    assert.match(stdout, /^\{"format":"converser-conversation","version":1,"records":\[\n/);
    const id = /--resume (\S+)/.exec(imported.stdout)?.[1] ?? '';
    const asked = await run('--resume', id, 'And now?');
    assert.equal(asked.code, 0, asked.stderr);
    assert.match((await run('export', id)).stdout, /And now\?/);
    const none = await run('export', 'unknown');
    assert.equal(none.code, 1);
    assert.match(none.stderr, /Conversation unknown not found\. Stored for this folder:\n/);
  });

  it('find conversations of a folder through whichever link it is named, and once it has moved', async () => {
    await using state = await tempRoot();
    await using folder = await tempRoot({ 'here/a.txt': 'Alpha.' });
    const [here, link, moved] = ['here', 'link', 'moved'].map(name => path.join(folder.path, name));
    const environment = { XDG_STATE_HOME: state.path };
    const run = (root = '', ...args: readonly string[]) =>
      runConverse([...args, '--root', root], { environment });
    assert.match((await run(here, 'export')).stderr, /^converse: No conversation found\./);
    await symlink(here ?? '', link ?? '');
    assert.equal((await run(link, 'read a.txt')).code, 0);
    assert.match((await run(here, 'export')).stdout, /read a\.txt/);
    await rename(here ?? '', moved ?? '');
    const { stdout } = await run(here, 'export', '--as', 'json');
    await writeFile(path.join(folder.path, 'moved.json'), stdout);
    assert.equal((await run(moved, 'import', path.join(folder.path, 'moved.json'))).code, 0);
    assert.match((await run(moved, 'export')).stdout, /read a\.txt/);
  });
});
