import assert from 'node:assert/strict';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { readCommandLine } from '../../src/terminal/command-line/options.ts';
import { treeOf } from '../ensembles/workspace/journal/recorded-turn.ts';
import { describedTool } from './described.ts';
import { runConverse, type TempRoot, tempRoot } from './run-converse.ts';

describe('npm run converse -- undo', () => {
  it('takes a folder, one id or --list, and nothing else', () => {
    const id = 'undo 2026-01-01T00-00-00-000Z-x';
    const right = [
      'undo',
      id,
      'undo a.txt b.txt',
      `${id} a.txt`,
      'undo --list --json',
      'undo --root a --root b',
    ];
    for (const line of right) assert.equal(readCommandLine(line.split(' ')).kind, 'undo', line);
    for (const line of [
      ...['undo --list 2026-x', 'undo --allow clock:*', 'undo --port 1', 'undo --model a/b'],
      ...['--list Why?', 'serve --list', 'mcp --list'],
    ])
      assert.equal(readCommandLine(line.split(' ')).kind, 'wrong', line);
    assert.equal(readCommandLine(['undo the last change']).kind, 'converse');
  });

  it('takes back what the last turn in the folder did, and nothing of other folders', async () => {
    await using state = await tempRoot();
    await using folder = await tempRoot({ 'a.txt': 'first', 'src/b.txt': 'b' });
    await using other = await tempRoot();
    const before = await treeOf(folder.path);
    const { undo, invoke } = programIn(folder, state);
    await invoke('write_file', { path: 'a.txt', content: 'second' });
    await invoke('move_file', { path: 'src/b.txt', new_path: 'new/c.txt' });
    await programIn(other, state).invoke('write_file', { path: 'x.txt', content: 'x' });

    const moved = await undo();
    assert.deepEqual([moved.code, moved.stderr], [0, '']);
    assert.match(moved.stdout, /✓ src\/b\.txt\n$/);
    assert.equal((await undo()).code, 0);
    assert.deepEqual(await treeOf(folder.path), before);
    const nothing = await undo();
    assert.deepEqual([nothing.code, nothing.stderr], [2, 'converse: There is nothing to undo.\n']);
    assert.deepEqual(Object.keys(await treeOf(other.path)), ['x.txt']);
  });

  it('takes back single files of a turn, by their names now or then, or by their folder', async () => {
    await using state = await tempRoot();
    await using folder = await tempRoot({ 'a.txt': 'first', 'src/b.txt': 'b' });
    const before = await treeOf(folder.path);
    const { undo, invoke } = programIn(folder, state);
    await invoke('write_file', { path: 'a.txt', content: 'second' });
    await invoke('move_file', { path: 'src/b.txt', new_path: 'new/c.txt' });
    const unknown = await undo('none.txt');
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /No turn that can be undone has changed none\.txt/);
    const one = await undo('a.txt');
    assert.deepEqual([one.code, one.stderr], [0, '']);
    assert.match(one.stdout, /✓ a\.txt\n$/);
    assert.equal((await undo('a.txt')).code, 2);
    assert.equal((await undo(path.join(folder.path, 'new'))).code, 0);
    assert.deepEqual(await treeOf(folder.path), before);
  });

  it('finds the turns of a folder by a link to it, and those made by a link by the folder itself', async function () {
    if (process.platform === 'win32') this.skip();
    await using state = await tempRoot();
    await using folder = await tempRoot({ 'a.txt': 'first' });
    await using other = await tempRoot();
    const link = path.join(other.path, 'link');
    await symlink(folder.path, link);
    const [direct, linked] = [programIn(folder, state), programIn({ path: link }, state)];
    for (const [one, another] of [
      [direct, linked],
      [linked, direct],
    ] as const) {
      await one.invoke('write_file', { path: 'a.txt', content: 'second' });
      const { code, stderr } = await another.undo();
      assert.deepEqual([code, stderr], [0, '']);
      assert.equal(await readFile(path.join(folder.path, 'a.txt'), 'utf8'), 'first');
    }
  });

  it('leaves what has changed since, ends with 1, and says where the earlier content is', async () => {
    await using state = await tempRoot();
    await using folder = await tempRoot({ 'a.txt': 'first' });
    const { undo, invoke } = programIn(folder, state);
    const file = path.join(folder.path, 'a.txt');
    await invoke('write_file', { path: 'a.txt', content: 'second' });
    await writeFile(file, 'mine');
    const { code, stdout } = await undo();
    assert.equal(code, 1);
    const [, earlier = ''] =
      /✗ a\.txt was left as it is: it has changed since\.\n +What it was before: (.*)\n/.exec(stdout) ?? [];
    assert.equal(await readFile(earlier, 'utf8'), 'first');
    assert.equal(await readFile(file, 'utf8'), 'mine');
  });

  it('lists turns with what cannot be undone, whatever a tool claims, and undoes an undo by its id', async () => {
    await using state = await tempRoot();
    await using folder = await tempRoot({
      'tools/log.toml': describedTool('log', ['add', 'add']),
      'tools/add.mjs':
        "export const add = { description: 'Adds.', arguments: { type: 'object' }, recordsChanges: true, invoke: () => 'added' };\n",
    });
    const { undo, invoke, ask } = programIn(folder, state);
    await invoke('write_file', { path: 'a.txt', content: 'a' });
    const added = await ask('--ensembles', path.join(folder.path, 'tools'), '/invoke log:add {}');
    assert.equal(added.code, 0, added.stdout + added.stderr);
    await undo();

    const listed = JSON.parse((await undo('--list', '--json')).stdout) as readonly Told[];
    const facts = listed.map(each => [
      each.undoes !== undefined,
      each.isUndone,
      each.files.length,
      each.others,
    ]);
    assert.deepEqual(facts, [
      [true, false, 1, []],
      [false, false, 0, ['log:add']],
      [false, true, 1, []],
    ]);
    const text = (await undo('--list')).stdout.split('\n');
    assert.match(text[0] ?? '', /Undo of “\/invoke workspace:write_file .*1 file$/);
    assert.match(text[1] ?? '', /0 files; can’t undo log:add$/);

    const again = await undo(listed[2]?.id ?? '');
    assert.match(again.stderr, /has been undone already/);
    assert.equal((await undo(listed[0]?.id ?? '')).code, 0);
    assert.equal(await readFile(path.join(folder.path, 'a.txt'), 'utf8'), 'a');
    const { code, stderr } = await undo('never');
    assert.equal(code, 2);
    assert.equal(
      stderr,
      'converse: No turn that can be undone has changed never, or it is undone already. See converse undo --list.\n',
    );
  });

  it('tells programs what came back', async () => {
    await using state = await tempRoot();
    await using folder = await tempRoot();
    const { undo, invoke } = programIn(folder, state);
    await invoke('write_file', { path: 'a.txt', content: 'a' });
    const { title, files, others } = JSON.parse((await undo('--json')).stdout) as Told;
    assert.match(title, /^\/invoke workspace:write_file/);
    assert.deepEqual([files, others], [[{ path: 'a.txt', outcome: 'restored' }], []]);
  });
});

interface Told {
  readonly id: string;
  readonly undoes?: string;
  readonly isUndone: boolean;
  readonly title: string;
  readonly files: readonly object[];
  readonly others: readonly string[];
}

function programIn(folder: Pick<TempRoot, 'path'>, state: TempRoot) {
  const environment = { XDG_STATE_HOME: state.path, XDG_DATA_HOME: state.path };
  const ask = (...args: readonly string[]) => runConverse(['--root', folder.path, ...args], { environment });
  return {
    ask,
    undo: (...args: readonly string[]) =>
      runConverse(['undo', '--root', folder.path, ...args], { environment }),
    async invoke(tool: string, args: object) {
      const { code, stderr } = await ask(`/invoke workspace:${tool} ${JSON.stringify(args)}`);
      assert.equal(code, 0, stderr);
    },
  };
}
