import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import {
  makeTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../ensembles/workspace/temporary-workspace.ts';
import { useTools } from '../ensembles/workspace/tools/use-tools.ts';

/** All tools side by side. More finds no more: each of them is called some hundreds of times. */
const milliseconds = 6000;

/** Makes a call. What it tells must not hold what is outside. */
type Attempt = (time: number) => readonly [tool: string, args: JsonObject];

const pieces = [{ action: 'insert', line: 1, text: 'edited' }];
const attempts: Readonly<Record<string, Attempt>> = {
  'reads a file': () => ['read_file', { path: 'd/x.txt' }],
  'reads a file that is itself swapped': () => ['read_file', { path: 'f.txt' }],
  'lists a folder': () => ['list_directory', { path: 'd' }],
  'finds files below': () => ['find_files', { path: 'd', glob: '*' }],
  'finds files everywhere': () => ['find_files', { glob: '*', include_ignored: true }],
  'searches below': () => ['search_text', { path: 'd', query: 'S.CRET', regex: true }],
  'searches everywhere': () => ['search_text', { query: 'S.CRET', regex: true }],
  'makes a file': time => ['write_file', { path: `d/new-${time}.txt`, content: 'new' }],
  'makes folders': time => ['write_file', { path: `d/a-${time}/b/c.txt`, content: 'new' }],
  'replaces a file': time => ['write_file', { path: 'd/w.txt', content: `written ${time}` }],
  'edits a file': () => ['edit_file', { path: 'd/e.txt', pieces }],
  'moves a file away': time => ['move_file', { path: 'd/m.txt', new_path: `taken/${time}.txt` }],
  'moves a file here': time => ['move_file', { path: `note-${time}.txt`, new_path: `d/moved-${time}.txt` }],
  'deletes a file': () => ['delete_file', { path: 'd/t.txt' }],
};

/** What puts back what a call takes away. */
const preparations: Readonly<Record<string, (inside: string, root: string, time: number) => Promise<void>>> =
  {
    'moves a file away': inside => writeFile(path.join(inside, 'm.txt'), 'inside'),
    'moves a file here': (_inside, root, time) => writeFile(path.join(root, `note-${time}.txt`), 'note'),
    'deletes a file': inside => writeFile(path.join(inside, 't.txt'), 'inside'),
  };

const names = ['x.txt', 'w.txt', 'e.txt', 'm.txt', 't.txt'];

// Only there can Node.js ask an open file where it is.
if (process.platform === 'linux') {
  describe('while another program swaps folders and files with links that lead out', () => {
    let made: TemporaryWorkspace;
    let swapper: ChildProcess;
    const counts = new Map<string, number>();
    const leaks: string[] = [];
    let refused = 0;

    const outside = async () => {
      const folder = path.join(made.beside, 'outside');
      const found = await readdir(folder, { recursive: true });
      const texts = found.map(
        async name => `${name}: ${await readFile(path.join(folder, name), 'utf8').catch(() => '')}`,
      );
      return (await Promise.all(texts)).sort();
    };

    before(async () => {
      made = await makeTemporaryWorkspace();
      for (const name of names) {
        await made.write(`d/${name}`, 'inside');
        await writeFile(path.join(made.beside, 'outside', name), `SECRET ${name}`);
      }
      await made.write('f.txt', 'inside');
      await mkdir(path.join(made.root, 'taken'));
      await symlink('../outside', path.join(made.root, 'l'));
      await symlink('../outside/secret.txt', path.join(made.root, 'fl'));
    });
    after(async () => {
      swapper.kill('SIGKILL');
      await made.dispose();
    });

    async function run(name: string, attempt: Attempt, { inside, stop }: Running): Promise<void> {
      // With tools of its own, none waits for another one's files.
      const tools = useTools(made.workspace);
      for (let time = 1; !stop.aborted; time++) {
        await preparations[name]?.(inside, made.root, time);
        const told = await tools.call(...attempt(time));
        if (/SECRET|secret\.txt/.test(told)) leaks.push(`${name}: ${told}`);
        if (/^path-refused/.test(told)) refused++;
        counts.set(name, time);
      }
    }

    it('no tool reaches what is outside', async () => {
      const before = await outside();
      const folder = await open(path.join(made.root, 'd'));
      const at = (name: string) => path.join(made.root, name);
      const pairs = [`${at('d')}=${at('l')}`, `${at('f.txt')}=${at('fl')}`];
      swapper = fork(path.join(import.meta.dirname, 'swap-links.ts'), pairs);
      const stop = new AbortController();
      const running = { inside: `/proc/self/fd/${folder.fd}`, stop: stop.signal };
      const runs = Promise.all(
        Object.entries(attempts).map(([name, attempt]) => run(name, attempt, running)),
      );
      await Promise.race([runs, setTimeout(milliseconds)]);
      stop.abort();
      await runs.finally(() => swapper.send('stop'));
      const [swaps] = await once(swapper, 'message');
      await folder.close();

      assert.deepEqual(leaks, []);
      assert.deepEqual(await outside(), before);
      for (const place of [path.join(made.root, 'taken'), path.join(made.beside, 'trash')]) {
        for (const name of await readdir(place)) {
          assert.equal(await readFile(path.join(place, name), 'utf8'), 'inside');
        }
      }
      assert.ok(swaps > 100 && refused > 0, `${swaps} swaps, ${refused} refused`);
      assert.deepEqual([...counts.keys()].sort(), Object.keys(attempts).sort());
      if (process.env.SHOW_COUNTS) console.log(Object.fromEntries(counts), swaps, refused);
    });
  });
}

interface Running {
  readonly inside: string;
  readonly stop: AbortSignal;
}
