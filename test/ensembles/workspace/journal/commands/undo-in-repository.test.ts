import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, readFile, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import { parseIndex } from '../../../../../src/ensembles/workspace/journal/git/git-index.ts';
import { eachRecordedTurns, treeOf } from '../recorded-turn.ts';
import { runWatched } from './run-watched.ts';

describe('undo of commands in a Git repository', () => {
  const { made, turns } = eachRecordedTurns({ runsLines: true });
  const at = (file: string) => path.join(made.root, file);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: made.root,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
  const run = (lines: string) =>
    runWatched(turns.journal.record({ conversationId: 'c', title: 'Run' }), lines, made.root);
  const files = async () =>
    Object.fromEntries(
      Object.entries(await treeOf(made.root)).filter(([name]) => !/^\.git(\/|$)/.test(name)),
    );

  beforeEach(async () => {
    // Fewer are copied sooner than Git is asked.
    const many = Array.from({ length: 120 }, (_, index) => `many/${index}`);
    for (const name of ['a', 'b', 'src/c', 'src/d/e', ...many]) {
      await made.write(`${name}.txt`, `first of ${name}\n`.repeat(50));
      // What was written just before Git saw it may have been written again since.
      await utimes(at(`${name}.txt`), 1_700_000_000, 1_700_000_000.5);
    }
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
    git('gc', '-q');
  });

  it('copies nothing that Git holds, and brings it back from there', async () => {
    const before = await files();
    await run('rm -r src; echo more >> a.txt; mv b.txt moved.txt');
    assert.equal(await copied(), 0);
    await turns.undo();
    assert.deepEqual(await files(), before);
  });

  it('copies what Git does not know, or knows otherwise', async () => {
    await made.write('a.txt', 'mine, not committed\n');
    await made.write('new.txt', 'new\n');
    await made.write('.gitignore', 'ignored.txt\n');
    await made.write('ignored.txt', 'ignored\n');
    const before = await files();
    await run('git checkout -q -- a.txt; rm -f *.txt; git clean -q -f -d -x');
    await turns.undo();
    assert.deepEqual(await files(), before);
  });

  it('does not trust Git for what its filters change, even if the length stays', async () => {
    git('config', 'filter.turn.clean', 'tr a-z b-za');
    git('config', 'filter.turn.smudge', 'tr b-za a-z');
    await made.write('.gitattributes', 'a.txt filter=turn\n');
    await made.write('crlf.txt', 'one\r\ntwo\r\n');
    git('config', 'core.autocrlf', 'true');
    await utimes(at('a.txt'), 1_700_000_001, 1_700_000_001);
    await utimes(at('crlf.txt'), 1_700_000_001, 1_700_000_001);
    git('add', '-A');
    git('commit', '-q', '-m', 'filtered');
    git('gc', '-q');
    const before = await files();
    await run('rm -rf *.txt src');
    await turns.undo();
    assert.deepEqual(await files(), before);
  });

  it('brings files back although the command removed the repository, and says that it cannot bring that', async () => {
    const before = await files();
    await run('rm -rf .git src a.txt');
    const [record] = await turns.journal.records();
    const others = ['Git branches and commits', 'Git’s index'].map(each => `shell:run_command (${each})`);
    assert.deepEqual(record?.others, others);
    await turns.undo();
    assert.deepEqual(await files(), before);
    await assert.rejects(readFile(at('.git/HEAD')));
  });

  it('says what a command did to the repository itself, and never undoes that', async () => {
    const told = async (lines: string) => {
      await run(lines);
      const [record] = await turns.journal.records();
      return record?.others.map(other => other.replace('shell:run_command ', ''));
    };
    assert.deepEqual(await told('git status; git diff; git log'), []);
    assert.deepEqual(await told('echo x >> a.txt; git add a.txt'), ['(Git’s index)']);
    await turns.undo();
    assert.match(git('status', '--porcelain'), /^MM a\.txt/);
    assert.deepEqual(await told('git branch other'), ['(Git branches and commits)']);
    assert.deepEqual(await told('git init -q nested'), ['(a new Git repository)']);
  });

  it('brings files of all index versions back', async () => {
    for (const version of ['2', '4']) {
      git('update-index', '--index-version', version);
      const entries = parseIndex(await readFile(at('.git/index')));
      const read = entries?.map(each => `${each.mode.toString(8)} ${each.oid} ${each.stage}\t${each.path}`);
      assert.deepEqual(read, git('ls-files', '-s').trim().split('\n'));
    }
    const whole = await readFile(at('.git/index'));
    for (let length = 0; length < whole.length; length += 7) parseIndex(whole.subarray(0, length));
    git('update-index', '--split-index');
    assert.equal(parseIndex(await readFile(at('.git/index'))), undefined);
    const before = await files();
    await run('rm -r src');
    await turns.undo();
    assert.deepEqual(await files(), before);
  });

  it('copies what only lies in loose objects, which would go with the repository', async () => {
    await made.write('late.txt', 'late\n'.repeat(100));
    await utimes(at('late.txt'), 1_700_000_002, 1_700_000_002);
    git('add', '-A');
    git('commit', '-q', '-m', 'late');
    const before = await files();
    await run('rm -rf .git *.txt');
    assert.ok((await copied()) > 0);
    await turns.undo();
    assert.deepEqual(await files(), before);
  });

  it('looks at Git again once it has thrown objects away', async () => {
    await run('true');
    git('checkout', '-q', '--orphan', 'other');
    git('rm', '-q', '-r', '--cached', '.');
    git('branch', '-D', '-q', 'main');
    git('reflog', 'expire', '--expire=now', '--all');
    git('gc', '-q', '--prune=now');
    const before = await files();
    await run('rm -rf *.txt src');
    await turns.undo();
    assert.deepEqual(await files(), before);
  });

  it('copies everything where there is no index', async () => {
    await chmod(at('a.txt'), 0o640);
    await rm(at('.git/index'));
    const before = await files();
    await run('rm -rf *.txt src');
    await turns.undo();
    assert.deepEqual(await files(), before);
  });

  /** Bytes of contents that were copied. */
  async function copied(): Promise<number> {
    const tree = await treeOf(path.join(turns.folder, 'contents'));
    return Object.entries(tree)
      .filter(([name]) => name.endsWith('.pack'))
      .reduce((sum, [, content]) => sum + content.length - '600 '.length, 0);
  }
});
