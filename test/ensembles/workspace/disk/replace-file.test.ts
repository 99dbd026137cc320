import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, link, mkdir, readdir, readFile, rename, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type { Workspace } from '../../../../src/converser/words/workspace/workspace.ts';
import { eachTest } from '../../each-test.ts';
import { makeTemporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts';

describe('a file that is replaced', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));
  const write = writingTo(made);
  const at = (file: string) => path.join(made.root, file);

  it('keeps its mode, and leaves nothing beside it', async () => {
    for (const mode of [0o600, 0o644, 0o755, 0o640]) {
      await made.write('a.txt', 'old');
      await chmod(at('a.txt'), mode);
      await write('a.txt', { text: 'new' });
      assert.equal((await stat(at('a.txt'))).mode & 0o777, mode);
      assert.equal(await readFile(at('a.txt'), 'utf8'), 'new');
    }
    assert.deepEqual(await readdir(made.root), ['a.txt']);
  });

  it('stays where it is behind a link, and under all its names', async () => {
    await made.write('folder/a.txt', 'old');
    await symlink('folder/a.txt', at('way'));
    await link(at('folder/a.txt'), at('second.txt'));
    await write('way', { text: 'a longer new text' });
    assert.equal(await readFile(at('second.txt'), 'utf8'), 'a longer new text');
    await write('second.txt', { text: 'short' });
    assert.equal(await readFile(at('way'), 'utf8'), 'short');
    assert.deepEqual((await readdir(made.root)).sort(), ['folder', 'second.txt', 'way']);
    assert.deepEqual(await readdir(at('folder')), ['a.txt']);
  });

  it('is seen by others as it was or as it is, never in part', async () => {
    const texts = ['a'.repeat(200_000), 'b'.repeat(300_000)];
    await made.write('a.txt', texts[0] ?? '');
    let isDone = false;
    const seen = new Set<string>();
    const reading = (async () => {
      while (!isDone) {
        const found = await readFile(at('a.txt'), 'utf8');
        seen.add(`${found.length} ${new Set(found).size}`);
      }
    })();
    for (let time = 1; time <= 10; time++) {
      await write('a.txt', { text: texts[time % 2] ?? '' });
    }
    isDone = true;
    await reading;
    for (const found of seen) assert.ok(['200000 1', '300000 1'].includes(found), found);
  });

  it('has a name as long as names can be', async () => {
    const name = `${'n'.repeat(251)}.txt`;
    await made.write(name, 'old');
    await write(name, { text: 'new' });
    assert.equal(await readFile(at(name), 'utf8'), 'new');
  });

  for (const [names, change] of [
    [['a.txt'], 'is written'],
    [['a.txt'], 'is replaced'],
    [['a.txt', 'second.txt'], 'is written'],
    [['a.txt', 'second.txt'], 'is replaced'],
  ] as const) {
    it(`is not touched if it ${change} by others since it was read, under ${names.join(' and ')}`, async () => {
      await made.write('a.txt', 'old');
      for (const name of names.slice(1)) await link(at('a.txt'), at(name));
      const guard = async () => {
        if (change === 'is written') return made.write('a.txt', 'theirs');
        await made.write('theirs.txt', 'theirs');
        await rename(at('theirs.txt'), at('a.txt'));
      };
      const writing = write('a.txt', { text: 'new', replaces: 'old' }, guard);
      await assert.rejects(writing, { code: 'file-conflict' });
      assert.equal(await readFile(at('a.txt'), 'utf8'), 'theirs');
      assert.deepEqual((await readdir(made.root)).sort(), names);
    });
  }

  it('is overwritten, and leaves nothing elsewhere, where nothing may be made beside it', async () => {
    await made.write('shut/a.txt', 'old');
    const [shut, copies] = [at('shut'), path.join(made.beside, 'copies')];
    await mkdir(copies);
    // Folders of others are no hindrance to the administrator of a system, as whom tests may run.
    const isAdministrator = process.getuid?.() === 0;
    if (isAdministrator) {
      for (const place of [made.beside, made.root, shut, at('shut/a.txt'), copies])
        await chown(place, nobody, nobody);
    }
    await chmod(shut, 0o555);
    const env = { TMPDIR: copies, ...(isAdministrator && { WRITE_AS: String(nobody) }) };
    assert.equal(await run(process.execPath, [writer, made.root, 'shut/a.txt'], env), 'written');
    assert.match(await readFile(at('shut/a.txt'), 'utf8'), /^n{300000}$/);
    assert.deepEqual([await readdir(shut), await readdir(copies)], [['a.txt'], []]);
    await chmod(shut, 0o755);
  });
});

const nobody = 65_534;

/** Writes to files of the first folder of a workspace. */
function writingTo(made: TemporaryWorkspace) {
  return async (file: string, ...rest: Tail<Parameters<Workspace['write']>>) => {
    const [root] = made.workspace.roots;
    assert.ok(root);
    return made.workspace.write({ root, path: file }, ...rest);
  };
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;

const writer = path.join(import.meta.dirname, 'write-with-limit.ts');

/** What is told by a process of its own, with these variables. */
async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [told] = await Promise.all([readText(child.stdout), once(child, 'close')]);
  return told;
}

describe('a file that is not written', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));
  const write = writingTo(made);

  it('is one that another program made meanwhile, and that is said', async () => {
    const theirs = () => made.write('a.txt', 'theirs');
    await assert.rejects(write('a.txt', { text: 'ours' }, theirs), /already exists/);
    assert.equal(await readFile(path.join(made.root, 'a.txt'), 'utf8'), 'theirs');
  });

  it('has an encoding without its new characters, and that is said', async () => {
    const old = Buffer.from('Gr\xfc\xdfe\n', 'latin1');
    await made.write('a.txt', old);
    await assert.rejects(write('a.txt', { text: 'Grüße 🙂\n' }), /Windows-1252/);
    assert.deepEqual(await readFile(path.join(made.root, 'a.txt')), old);
  });
});

describe('a disk without room', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));
  beforeEach(async () => {
    await made.write('old.txt', 'o'.repeat(150_000));
    await mkdir(path.join(made.root, 'folder'));
    await made.write('shared.txt', 's'.repeat(150_000));
    await link(path.join(made.root, 'shared.txt'), path.join(made.root, 'other-name.txt'));
  });

  /** In a process that may not write more than so much to a file, as if the disk was full then. */
  const writeWithLimit = (file: string, kilobytes: number) => {
    const limited = `ulimit -f ${kilobytes * 2} && exec "$0" "$@"`;
    return run('sh', ['-c', limited, process.execPath, writer, made.root, file]);
  };

  const sizes = async () => {
    const names = (await readdir(made.root, { recursive: true })).sort();
    const sizeOf = async (name: string) => `${name} ${(await stat(path.join(made.root, name))).size}`;
    return (await Promise.all(names.map(sizeOf))).filter(entry => !entry.startsWith('folder '));
  };

  const before = ['old.txt 150000', 'other-name.txt 150000', 'shared.txt 150000'];

  for (const [file, what] of [
    ['old.txt', 'keeps the old content of a file'],
    ['shared.txt', 'keeps the old content of a file with several names'],
    ['new.txt', 'gets no beginning of a new file'],
    ['a/b/new.txt', 'gets no folders for a new file'],
  ] as const) {
    it(what, async () => {
      assert.match(await writeWithLimit(file, 180), /^file-conflict/);
      assert.deepEqual(await sizes(), before);
      assert.match(await readFile(path.join(made.root, 'old.txt'), 'utf8'), /^o+$/);
      assert.match(await readFile(path.join(made.root, 'shared.txt'), 'utf8'), /^s+$/);
    });
  }

  it('takes what fits', async () => {
    assert.equal(await writeWithLimit('old.txt', 400), 'written');
    assert.equal((await stat(path.join(made.root, 'old.txt'))).size, 300_000);
  });
});
