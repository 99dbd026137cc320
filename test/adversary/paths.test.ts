import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, open, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import {
  makeTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../ensembles/workspace/temporary-workspace.ts';
import { type UsedTools, useTools } from '../ensembles/workspace/tools/use-tools.ts';
import { words } from './words.ts';

/** Names of what is outside, as a model may write them. `ROOT` and `BESIDE` stand for real folders. */
const ways = [
  ...words(`
    ../outside ./../outside sub/../../outside sub//..//..//outside sub/./.././../outside ROOT/../outside
    ROOT/sub/../../outside BESIDE/outside BESIDE/root/../outside BESIDE/root-but-longer ../root-but-longer
    ROOT-but-longer file://BESIDE/outside file:BESIDE/outside vscode-remote://host/BESIDE/outside
    //localhost/BESIDE/outside %2e%2e/outside %2e%2e%2foutside ..%2foutside ..%5coutside %252e%252e/outside
    ..;/outside ..␣/outside ␣../outside ../outside␣ ..\u200b/outside \uff0e\uff0e/outside ..\uff0foutside
    ..\u2215outside ..\u2044outside \u2025/outside ~/../BESIDE/outside $HOME/../BESIDE/outside
    /proc/self/root/BESIDE/outside /proc/self/cwd/../BESIDE/outside /proc/thread-self/root/BESIDE/outside
    /dev/fd/../../BESIDE/outside out out/. out/../out in/deep/out in/../out sub/up/out sub/up/sub/up/out
    sub/far-up/outside sub/deep/out chain prefix nowhere circle sub/circle`),
  '..\\outside',
  'sub\\..\\..\\outside',
  'sub/..\\../outside',
  '\\\\localhost\\BESIDE\\outside',
  '\\\\?\\BESIDE\\outside',
  '\\\\.\\BESIDE\\outside',
  '..\u0000/outside',
  'sub\u0000/../../outside',
  '../outside\n',
  `${'../'.repeat(200)}BESIDE/outside`,
  `${'sub/../'.repeat(300)}../outside`,
];

const run = promisify(execFile);

type Shape = readonly [tool: string, args: (place: string) => JsonObject];
const pieces = [{ action: 'insert', line: 1, text: 'edited' }];
const shapes: readonly Shape[] = [
  ['read_file', place => ({ path: `${place}/secret.txt` })],
  ['list_directory', place => ({ path: place })],
  ['find_files', place => ({ path: place, glob: '*', include_ignored: true })],
  ['search_text', place => ({ path: place, query: 'S.CRET', regex: true, include_ignored: true })],
  ['write_file', place => ({ path: `${place}/secret.txt`, content: 'new' })],
  ['write_file', place => ({ path: `${place}/new/deep.txt`, content: 'new' })],
  ['edit_file', place => ({ path: `${place}/secret.txt`, pieces })],
  ['move_file', place => ({ path: `${place}/secret.txt`, new_path: 'taken.txt' })],
  ['move_file', place => ({ path: 'moved.txt', new_path: `${place}/moved.txt` })],
  ['move_file', place => ({ path: 'moved.txt', new_path: `${place}/` })],
  ['delete_file', place => ({ path: `${place}/secret.txt` })],
];

describe('a path that leads out of the workspace', () => {
  let made: TemporaryWorkspace;
  let tools: UsedTools;
  let untouched: string;

  /** All that lies beside the root, and what it says; but for the trash, which names inside may fill. */
  async function outside(): Promise<string> {
    const folders = ['outside', 'root-but-longer'];
    const inside = folders.map(async folder =>
      (await readdir(path.join(made.beside, folder), { recursive: true })).map(name => `${folder}/${name}`),
    );
    const names = [...(await readdir(made.beside)), ...(await Promise.all(inside)).flat()].sort();
    const texts = names.map(name => readFile(path.join(made.beside, name), 'utf8').catch(() => 'a folder'));
    return (await Promise.all(texts)).map((text, index) => `${names[index]}: ${text}`).join('\n');
  }

  before(async () => {
    made = await makeTemporaryWorkspace({ ripgrep: false });
    tools = useTools(made.workspace);
    await mkdir(path.join(made.root, 'sub', 'deep'), { recursive: true });
    const links: readonly (readonly [at: string, to: string])[] = [
      ['out', '../outside'],
      ['sub/up', '..'],
      ['sub/far-up', '../..'],
      ['sub/deep/out', path.join(made.beside, 'outside')],
      ['chain', 'sub/deep/out'],
      ['prefix', '../root-but-longer'],
      ['nowhere', '../outside/new'],
      ['circle', 'circle'],
      ['sub/circle', '../sub/circle/x'],
      ['in', 'sub'],
    ];
    for (const [at, to] of links) await symlink(to, path.join(made.root, at));
    untouched = await outside();
  });
  after(() => made.dispose());

  for (const [index, [tool, args]] of shapes.entries()) {
    it(`leads ${tool} nowhere (${index + 1})`, async () => {
      for (const way of ways) {
        await made.write('moved.txt', 'moved');
        const place = way.replace('ROOT', made.root).replace('BESIDE', made.beside);
        const told = await tools.call(tool, args(place));
        const rest = told.split(JSON.stringify(place).slice(1, -1)).join('');
        assert.ok(!/SECRET|^- .*secret|^secret\.txt/m.test(rest), `${way}: ${told}`);
        assert.equal(await outside(), untouched, way);
      }
    });
  }
});

if (process.platform !== 'win32') {
  describe('what is no ordinary file', () => {
    it('makes no tool wait or fill the memory', async () => {
      const made = await makeTemporaryWorkspace();
      const { call } = useTools(made.workspace);
      const at = (name: string) => path.join(made.root, name);
      await run('mkfifo', [at('pipe')]);
      for (const device of ['zero', 'random', 'tty']) await symlink(`/dev/${device}`, at(device));
      const sparse = await open(at('sparse.bin'), 'w');
      await sparse.truncate(50_000_000_000);
      await sparse.close();
      await made.write('x.txt', 'needle');
      for (const name of ['pipe', 'zero', 'random', 'tty', 'sparse.bin']) {
        assert.match(
          await call('read_file', { path: name }),
          /^(file-unreadable|path-refused|file-conflict): /,
        );
        assert.match(await call('write_file', { path: name, content: '' }), /^(file|path)-/);
        assert.match(await call('edit_file', { path: name, pieces }), /^(file|path)-/);
      }
      assert.equal(await call('search_text', { query: 'needle' }), 'x.txt:1: needle');
      assert.match(await call('list_directory'), /^pipe$/m);
      await made.dispose();
    });
  });
}
