import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { indexRules, noRules, type RuleBook } from '../../../../src/converser/words/permission/rules.ts';
import { createWorkspaceAttachments } from '../../../../src/ensembles/workspace/attachments/workspace-attachments.ts';
import { createKeptLabels } from '../../../../src/ensembles/workspace/kept-labels.ts';
import { noAddedPlaces } from '../../../../src/ensembles/workspace/protection/added-places.ts';
import { eachTest } from '../../each-test.ts';
import { makeTemporaryWorkspace } from '../temporary-workspace.ts';

describe('what Git says has changed, as an attachment', () => {
  const never = new AbortController().signal;
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));

  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: made.root,
      stdio: 'pipe',
    });

  async function commit(): Promise<void> {
    git('init', '-q');
    await made.write('a.txt', 'one\ntwo\n');
    await made.write('sub/b.txt', 'b\n');
    await made.write('.env', 'KEY=1\n');
    git('add', '.');
    git('commit', '-qm', 'first');
  }

  const attachmentsWith = (rules: RuleBook) =>
    createWorkspaceAttachments({
      workspace: made.workspace,
      labels: createKeptLabels(),
      addedPlaces: noAddedPlaces,
      readBytes: async () => new Uint8Array(),
      rules,
    });

  async function attach(rules: RuleBook = noRules) {
    const { content, title, note } = await attachmentsWith(rules).gitDiff(never);
    return { text: content.type === 'resource' ? (content.text ?? '') : '', title, note };
  }

  it('holds what is staged and what is not, and names new files', async () => {
    await commit();
    await made.write('a.txt', 'one\nTWO\n');
    await made.write('sub/b.txt', 'staged\n');
    git('add', 'sub');
    await made.write('new file.txt', 'new');
    const { text, title } = await attach();
    assert.equal(title, 'Changes in 3 files');
    assert.match(text, /-two\n\+TWO/);
    assert.match(text, /\+staged/);
    assert.match(text, /New files that Git doesn’t know:\nnew file\.txt/);
  });

  it('is for a commit message only what is staged, with the last subjects, and without files with keys', async () => {
    await commit();
    await made.write('a.txt', 'staged\n');
    await made.write('.env', 'KEY=hidden\n');
    git('add', '.');
    await made.write('sub/b.txt', 'not staged\n');
    await made.write('new.txt', 'new');
    const read = (rules: RuleBook = noRules) => attachmentsWith(rules).commitChanges(made.root, never);
    const staged = await read();
    assert.deepEqual(staged.subjects, ['first']);
    assert.match(staged.diff, /\+staged[\s\S]*\[without 1 protected file\]$/);
    assert.doesNotMatch(staged.diff, /hidden|not staged|new\.txt/);
    const denying = indexRules([['workspace:read_file(a.txt)', 'deny']]);
    const ruled = await read({ place: 'the setting', about: denying });
    assert.match(ruled.diff, /^\n\[without 1 protected file, without 1 file that your rules deny\]$/);
    git('reset', '-q');
    const all = await read();
    assert.match(all.diff, /\+not staged[\s\S]*New files that Git doesn’t know:\nnew\.txt/);
    git('add', '.');
    git('commit', '-qm', 'second');
    await assert.rejects(read(), /Nothing has changed since the last commit/);
    await assert.rejects(attachmentsWith(noRules).commitChanges('/', never), /can’t read this repository/);
  });

  it('leaves files with keys out, and says so', async () => {
    await commit();
    await made.write('.env', 'KEY=hidden\n');
    await made.write('a.txt', 'other\n');
    const { text, note } = await attach();
    assert.doesNotMatch(text, /hidden/);
    assert.equal(note, 'without 1 protected file');
  });

  it('leaves out what rules deny reading, new files included, and says so', async () => {
    await commit();
    await made.write('sub/b.txt', 'hidden\n');
    await made.write('sub/deep/new.txt', 'new');
    await made.write('a.txt', 'other\n');
    const denying = indexRules([
      ['workspace:read_file(sub/**)', 'deny'],
      // That tool isn't used here.
      ['workspace:read_file', 'deny'],
      ['workspace:write_file(a.txt)', 'deny'],
    ]);
    const { text, title, note } = await attach({ place: 'the setting', about: denying });
    assert.match(text, /\+other/);
    assert.doesNotMatch(text, /hidden|sub/);
    assert.deepEqual([title, note], ['Changes in 1 file', 'without 2 files that your rules deny']);
  });

  it('is not what a link leads to that rules deny reading', async () => {
    await made.write('sub/b.txt', 'hidden');
    await symlink(path.join(made.root, 'sub/b.txt'), path.join(made.root, 'link.txt'));
    const named = (rules: RuleBook) =>
      attachmentsWith(rules).place({ kind: 'place', path: 'link.txt', isSure: false }, never);
    assert.equal((await named(noRules))?.title, 'link.txt');
    const about = indexRules([['workspace:read_file(sub/**)', 'deny']]);
    await assert.rejects(named({ place: 'the setting', about }), /Your rules deny reading it/);
  });

  it('works before the first commit, and only in the folder', async () => {
    git('init', '-q');
    await made.write('a.txt', 'one\n');
    git('add', 'a.txt');
    assert.match((await attach()).text, /\+one/);
  });

  it('leaves out what a repository around the folder holds', async () => {
    execFileSync('git', ['init', '-q'], { cwd: made.beside });
    await writeFile(path.join(made.beside, 'above.txt'), 'above');
    await made.write('inside.txt', 'inside');
    execFileSync('git', ['add', '.'], { cwd: made.beside });
    const { text } = await attach();
    assert.match(text, /inside/);
    assert.doesNotMatch(text, /above/);
  });

  it('says where there is nothing', async () => {
    await assert.rejects(attach(), /in a Git repository/);
    await commit();
    await assert.rejects(attach(), /Nothing has changed/);
  });

  it('runs nothing that the repository configures', async () => {
    await commit();
    const proof = path.join(made.beside, 'ran');
    const script = path.join(made.beside, 'run.sh');
    await writeFile(script, `#!/bin/sh\necho ran >> '${proof}'\ncat\n`, { mode: 0o755 });
    git('config', 'filter.evil.clean', script);
    git('config', 'filter.evil.process', script);
    git('config', 'diff.evil.textconv', script);
    git('config', 'diff.evil.command', script);
    git('config', 'diff.external', script);
    git('config', 'core.fsmonitor', script);
    git('config', 'core.pager', script);
    await rm(proof, { force: true });
    await made.write('.gitattributes', '* filter=evil diff=evil\n');
    await made.write('a.txt', 'changed\n');
    assert.match((await attach()).text, /\+changed/);
    await assert.rejects(stat(proof), /ENOENT/);
    // The same without these options runs it, or this test would prove nothing.
    git('diff');
    await stat(proof);
  });

  it('takes no folder that only looks like a repository for one', async () => {
    const bare = path.join(made.root, 'planted');
    await mkdir(bare);
    execFileSync('git', ['init', '-q', '--bare', bare]);
    const { workspace } = made;
    assert.equal(workspace.roots.length, 1);
    const { readDiff } = await import('../../../../src/ensembles/workspace/attachments/git-diff.ts');
    const options = { why: () => undefined, mostCharacters: 1000, signal: never };
    assert.equal(await readDiff(bare, options), undefined);
  });

  it('is cut where it is long', async () => {
    await commit();
    await made.write('a.txt', 'x\n'.repeat(300_000));
    const { text, note } = await attach();
    assert.match(note ?? '', /cut, because it is long/);
    assert.ok(text.length < 410_000);
  });
});
