import assert from 'node:assert/strict';
import { link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import { answering, eachWorkspace } from './each-workspace.ts';
import { createWorkspaceCalls } from './workspace-calls.ts';

type Call = readonly [tool: string, args: JsonObject];

const edit = (place: string): Call => [
  'edit_file',
  { path: place, pieces: [{ action: 'search_replace', search: 'old', text: 'new' }] },
];
const write = (place: string): Call => ['write_file', { path: place, content: 'new' }];
const move = (place: string, to: string): Call => ['move_file', { path: place, new_path: to }];
const remove = (place: string): Call => ['delete_file', { path: place }];
const everything = ['write_file', 'edit_file', 'move_file', 'delete_file'];

describe('what is protected when a call acts, and was not when it was permitted', () => {
  const made = eachWorkspace({ ripgrep: false });
  beforeEach(async () => {
    await made.write('.vscode/settings.json', 'old');
    // Until the folder is moved one level down, the first link leads out of the workspace.
    await mkdir(path.join(made.root, 'pkg'));
    await symlink('../../.vscode', path.join(made.root, 'pkg', 'l'));
    await symlink('.', path.join(made.root, 'pkg', 's'));
  });

  const at = (file: string) => path.join(made.root, file);
  const settings = () => readFile(at('.vscode/settings.json'), 'utf8');

  const calls = (approver: ReturnType<typeof answering>, allowed: readonly string[] = everything) =>
    createWorkspaceCalls(made.workspace, { approver, allowed });

  for (const [name, place] of [
    ['directly', 'deep/pkg/l/settings.json'],
    ['through further links', 'deep/pkg/s/s/s/s/s/l/settings.json'],
  ] as const) {
    for (const [tool, change] of [
      ['edit', edit(place)],
      ['write', write(place)],
      ['move away', move(place, 'taken.json')],
      ['move in', move('note.txt', path.dirname(place))],
      ['deletion', remove(place)],
    ] as const) {
      it(`is not changed by a ${tool} of the same round, ${name}`, async () => {
        await made.write('note.txt', 'note');
        const { call } = await calls(answering('deny'));
        const changes = Array.from({ length: 8 }, () => call(...change));
        await Promise.all([call(...move('pkg', 'deep/pkg')), ...changes]);
        assert.equal(await settings(), 'old');
        assert.deepEqual(await readdir(at('.vscode')), ['settings.json']);
      });
    }
  }

  it('is not changed after a yes to a path that looked harmless, whatever the answer', async () => {
    const reasons = new Set<string>();
    for (const answer of ['once', 'conversation', 'workspace'] as const) {
      const before = await calls(answering('deny'));
      const meanwhile = async () => void (await before.call(...move('pkg', 'deep/pkg')));
      for (const change of [write('deep/pkg/l/settings.json'), write('deep/pkg/s/l/settings.json')]) {
        const approver = answering(answer, meanwhile);
        const { call } = await calls(approver, ['move_file']);
        const { text } = await call(...change);
        for (const { reason } of approver.asked) reasons.add(reason);
        assert.match(text, /the user was (not )?asked about this/);
        assert.equal(await settings(), 'old');
        await rename(at('deep/pkg'), at('pkg'));
      }
    }
    assert.deepEqual([...reasons], ['workspace:write_file may change or delete something.']);
  });

  it('is told as what it is, and changed once the user allows exactly that', async () => {
    const approver = answering('once');
    const { call } = await calls(approver);
    await call(...move('pkg', 'deep/pkg'));
    assert.match((await call(...write('deep/pkg/l/settings.json'))).text, /^Replaced/);
    assert.equal(
      approver.asked.at(-1)?.reason,
      '.vscode/settings.json is a protected place: .vscode decides what an editor runs.',
    );
    assert.equal(await settings(), 'new');
  });

  it('is not changed after a yes to another protected place', async () => {
    await made.write('.git/config', 'old');
    await mkdir(at('conf'));
    await symlink('../.git', at('conf/way'));
    const swap = async () => {
      await rm(at('conf/way'));
      await symlink('../.vscode', at('conf/way'));
      await writeFile(at('.vscode/config'), 'old');
    };
    const { call } = await calls(answering('once', swap));
    const { text } = await call(...write('conf/way/config'));
    assert.match(
      text,
      /the user was not asked about this: \.vscode\/config is a protected place.*Call again/,
    );
    assert.equal(await readFile(at('.vscode/config'), 'utf8'), 'old');
    assert.equal(await readFile(at('.git/config'), 'utf8'), 'old');
  });

  it('lets a folder go only as long as it holds nothing protected', async () => {
    for (const change of [move('box', 'elsewhere'), remove('box')]) {
      await made.write('box/note.txt', '');
      await rm(at('box/.git'), { recursive: true, force: true });
      const fill = () => made.write('box/.git/config', '');
      const { call } = await calls(answering('once', fill), []);
      assert.match((await call(...change)).text, /box\/\.git is a protected place/);
      assert.equal(await readFile(at('box/.git/config'), 'utf8'), '');
    }
  });

  it('has several names, one of which is allowed', async () => {
    const outside = path.join(made.beside, 'outside', 'secret.txt');
    await link(outside, at('second-name.txt'));
    await link(at('.vscode/settings.json'), at('notes.txt'));
    const approver = answering('deny');
    const { call } = await calls(approver);
    for (const place of ['second-name.txt', 'notes.txt']) {
      await call(...write(place));
      await call('edit_file', { path: place, pieces: [{ action: 'insert', line: 1, text: 'new' }] });
    }
    assert.deepEqual(
      approver.asked.map(({ reason }) => reason.replace(/^.* is one/, 'one')),
      Array.from({ length: 4 }, () => 'one of 2 names of the same file: it changes under all of them.'),
    );
    assert.equal(await settings(), 'old');
    assert.equal(await readFile(outside, 'utf8'), 'SECRET');
  });

  it('gets a second name while the user is asked', async () => {
    await made.write('notes.txt', 'old');
    const { call } = await calls(
      answering('once', () => link(at('notes.txt'), path.join(made.beside, 'other'))),
      [],
    );
    assert.match((await call(...write('notes.txt'))).text, /one of 2 names/);
    assert.equal(await readFile(at('notes.txt'), 'utf8'), 'old');
  });

  it('stays one file under all its names once the user allows the change', async () => {
    await made.write('notes.txt', 'old');
    await link(at('notes.txt'), at('other.txt'));
    const { call } = await calls(answering('once'));
    assert.match((await call(...write('notes.txt'))).text, /^Replaced/);
    assert.equal(await readFile(at('other.txt'), 'utf8'), 'new');
  });
});
