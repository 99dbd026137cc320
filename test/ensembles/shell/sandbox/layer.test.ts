import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, link, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Watch } from '../../../../src/converser/words/workspace/undo-journal.ts';
import { applyLayer, changesIn } from '../../../../src/ensembles/shell/sandbox/layer/apply-layer.ts';
import { moveIntoPlace } from '../../../../src/ensembles/shell/sandbox/layer/move-into-place.ts';
import { openOverlay } from '../../../../src/ensembles/shell/sandbox/layer/overlay.ts';
import type { Released, SandboxPorts } from '../../../../src/ensembles/shell/sandbox/sandbox.ts';
import { createAddedPlaces } from '../../../../src/ensembles/workspace/protection/added-places.ts';
import { eachTest } from '../../each-test.ts';
import { createTempFolder } from '../../temp-folder.ts';
import { conflictsIn, recordTurns, treeOf } from '../../workspace/journal/recorded-turn.ts';
import { makeTemporaryWorkspace } from '../../workspace/temporary-workspace.ts';
import { createTestShell } from '../test-shell.ts';
import { layeredCommands } from './layered-commands.ts';
import { createTestSandbox } from './test-sandbox.ts';

interface Running {
  readonly isBackground?: boolean;
  readonly watch?: Watch;
}

describe('a layer over the workspace', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));
  const state = eachTest(() => createTempFolder());

  /** What was refused of a line for the shell. `undefined`: this machine has no layers. */
  async function ran(
    line: string,
    { isBackground = false, watch, ...ports }: Partial<SandboxPorts> & Running = {},
  ): Promise<Released | undefined> {
    const sandbox = createTestSandbox(made.workspace, { folder: state.path, home: state.path, ...ports });
    if ((await sandbox.plan('workspace')).kind === 'open') return undefined;
    const shell = createTestShell(made.workspace, { folder: state.path, sandbox });
    try {
      const command = { kind: 'line', line } as const;
      const { running, released } = await shell.start({ command, access: 'workspace', isBackground, watch });
      await running.ended;
      assert.equal(running.output.shown().trim(), '', line);
      return released();
    } finally {
      await shell.dispose();
    }
  }

  const at = (place: string) => path.join(made.root, place);
  const places = (released: Released) => released.refused.map(({ place }) => path.relative(made.root, place));

  it('brings everything that a command did, and nothing else', async () => {
    for (const [file, text] of [
      ['a', '1'],
      ['b', '2'],
      ['d/x', '3'],
      ['d/y', '4'],
      ['e/f/g', '5'],
      ['k/x', '6'],
    ] as const)
      await made.write(file, text);
    await symlink('a', at('l'));
    const released = await ran(
      'echo more >> a; mv b c; rm -r d; mkdir d; echo new > d/n; chmod 700 e; mkdir -p n/m; echo x > n/m/o; chmod 555 n/m; ln -sfn c l; rm -r e/f; echo k > k/l; chmod 555 k; touch "odd\nname"',
    );
    if (released === undefined) return;
    assert.deepEqual(released.refused, []);
    const all = await readdir(made.root, { recursive: true });
    assert.deepEqual(
      all.toSorted(),
      ['a', 'c', 'd', 'd/n', 'e', 'k', 'k/l', 'k/x', 'l', 'n', 'n/m', 'n/m/o', 'odd\nname'].toSorted(),
    );
    assert.equal(await readFile(at('a'), 'utf8'), '1more\n');
    assert.equal(await readlink(at('l')), 'c');
    assert.equal((await lstat(at('e'))).mode & 0o777, 0o700);
    assert.equal((await lstat(at('n/m'))).mode & 0o777, 0o555);
    assert.equal((await lstat(at('k'))).mode & 0o777, 0o555);
    for (const closed of ['n/m', 'k']) await chmod(at(closed), 0o755);
    assert.deepEqual(await readdir(path.join(state.path, 'layers', String(process.pid))), []);
  });

  for (const [name, line, refused] of [
    [
      'a folder above is moved away and back',
      'mv .github x; cp -r x .github; echo evil > .github/workflows/ci.yml',
      ['.github/workflows/ci.yml'],
    ],
    ['it is moved away for good', 'mv .github x', ['.github/workflows/ci.yml']],
    [
      'it did not exist before',
      'mkdir -p sub/.vscode; echo {} > sub/.vscode/tasks.json; echo ok > sub/fine',
      ['sub/.vscode'],
    ],
    [
      'it is hidden in another folder that moves',
      'mkdir t; mkdir t/.git; echo x > t/.git/config; mv t u',
      ['u/.git'],
    ],
    ['it becomes a link', 'mkdir real; ln -s real .idea', ['.idea']],
    ['a link of the workspace leads there', 'echo {} > docs/editor/tasks.json', ['docs/editor']],
    [
      'a repository is made without .git',
      'mkdir bare; cd bare; mkdir objects refs hooks; echo ref: x > HEAD; echo y > hooks/post-commit',
      ['bare/HEAD', 'bare/hooks', 'bare/objects', 'bare/refs'],
    ],
    [
      'there are very many files',
      'mkdir many; cd many; for i in $(seq 1500); do : > $i; done; echo evil > .npmrc',
      ['many/.npmrc'],
    ],
  ] as const)
    it(`keeps what is protected as it is when ${name}`, async () => {
      await made.write('.github/workflows/ci.yml', 'mine');
      await mkdir(at('docs/editor'), { recursive: true });
      await symlink('docs/editor', at('.zed'));
      const released = await ran(`(${line}) 2>/dev/null || true`);
      if (released === undefined) return;
      assert.equal(await readFile(at('.github/workflows/ci.yml'), 'utf8'), 'mine');
      for (const place of refused)
        if (!place.startsWith('.github'))
          assert.equal(
            await lstat(at(place)).then(
              each => each.isDirectory() && place !== 'docs/editor',
              () => false,
            ),
            false,
            place,
          );
      assert.ok(
        released.refused.length === 0 ||
          places(released).every(each => refused.some(one => each.startsWith(one))),
        places(released).join(),
      );
      if (line.includes('sub/fine')) assert.equal(await readFile(at('sub/fine'), 'utf8'), 'ok\n');
    });

  it('brings names that aren’t UTF-8, and removes those', async () => {
    const odd = (place: string, byte: number) =>
      Buffer.concat([Buffer.from(at(place)), Buffer.from([0x2f, byte])]);
    await mkdir(at('d'));
    await writeFile(odd('d', 0xe9), 'old');
    const released = await ran("rm d/*; printf new > d/$(printf '\\350')");
    if (released === undefined) return;
    assert.deepEqual(released.refused, []);
    assert.deepEqual(await readdir(at('d'), 'buffer'), [Buffer.from([0xe8])]);
    assert.equal(await readFile(odd('d', 0xe8), 'utf8'), 'new');
  });

  it('leaves what others make meanwhile where it made or emptied a folder', async () => {
    await made.write('d/x', 'old');
    const overlay = await openOverlay([made.root], { folder: state.path, unshare: '/usr/bin/unshare' });
    const { file, args } = overlay.enter('/bin/sh', [
      '-c',
      'cd merged0; mkdir n; : > n/own; rm -r d; mkdir d',
    ]);
    const isLayered = await promisify(execFile)(file, args).then(
      () => true,
      () => false,
    );
    for (const place of ['n/theirs', 'd/theirs']) await made.write(place, 'new');
    const gate = { why: async () => undefined, isOpen: () => true };
    for (const layer of isLayered ? overlay.layers : [])
      await applyLayer(await changesIn(layer, overlay), gate);
    await overlay.remove();
    const all = await readdir(made.root, { recursive: true });
    if (isLayered) assert.deepEqual(all.toSorted(), ['d', 'd/theirs', 'n', 'n/own', 'n/theirs']);
  });

  it('goes on where one place can’t be changed, and what is left in it never stands for the workspace', async () => {
    await made.write('mine', 'precious');
    const denied = async () => (place: { readonly path: string }) => {
      if (place.path === 'a') throw new Error('The disk is full.');
      return false;
    };
    const released = await ran('echo x > a; mkdir n; echo y > n/b', { denied });
    if (released === undefined) return;
    assert.deepEqual(
      released.refused.map(({ why, isFinal }) => ({ why, isFinal })),
      [{ why: 'The disk is full.', isFinal: true }],
    );
    assert.deepEqual(places(released), ['a']);
    assert.deepEqual(await released.bring?.(undefined), []);
    assert.deepEqual((await readdir(made.root)).toSorted(), ['mine', 'n']);
    assert.equal(await readFile(at('n/b'), 'utf8'), 'y\n');
    assert.deepEqual(await readdir(path.join(state.path, 'layers', String(process.pid))), []);
  });

  it('joins a folder that others make at the moment when it is to come', async () => {
    const overlay = await openOverlay([made.root], { folder: state.path, unshare: '/usr/bin/unshare' });
    const { file, args } = overlay.enter('/bin/sh', ['-c', 'mkdir merged0/n; : > merged0/n/own']);
    const isLayered = await promisify(execFile)(file, args).then(
      () => true,
      () => false,
    );
    const why = async () => void (await made.write('n/theirs', 'new'));
    const refused = [];
    for (const layer of isLayered ? overlay.layers : [])
      refused.push(...(await applyLayer(await changesIn(layer, overlay), { why, isOpen: () => false })));
    await overlay.remove();
    assert.deepEqual(refused, []);
    if (isLayered) assert.deepEqual((await readdir(at('n'))).toSorted(), ['own', 'theirs']);
  });

  it('leaves what others change meanwhile as they made it, and says so', async () => {
    const names = ['written', 'removed', 'moved', 'd/x', 'mode', 'same', 'one', 'alike'];
    for (const name of names) await made.write(name, 'old');
    await link(at('one'), at('other'));
    const overlay = await openOverlay([made.root], { folder: state.path, unshare: '/usr/bin/unshare' });
    const line =
      'cd merged0; echo its > written; rm removed; mv moved m; rm -r d; chmod 700 mode; echo its > new; rm one other; echo its > same; printf "theirs" > alike';
    const { file, args } = overlay.enter('/bin/sh', ['-c', line]);
    const isLayered = await promisify(execFile)(file, args).then(
      () => true,
      () => false,
    );
    const theirs = ['written', 'removed', 'moved', 'd/y', 'mode', 'new', 'alike'];
    for (const name of theirs) await made.write(name, 'theirs');
    const gate = { why: async () => undefined, isOpen: () => false };
    const [layer] = overlay.layers;
    const refused = layer && isLayered ? await applyLayer(await changesIn(layer, overlay), gate) : [];
    await overlay.remove();
    if (!isLayered) return;
    assert.deepEqual(
      refused.map(({ place, why }) => `${path.relative(made.root, place)}: ${why}`).toSorted(),
      ['d', 'mode', 'moved', 'new', 'removed', 'written'].map(each => `${each}: it was changed meanwhile.`),
    );
    for (const name of theirs) assert.equal(await readFile(at(name), 'utf8'), 'theirs');
    assert.equal(await readFile(at('same'), 'utf8'), 'its\n');
    assert.deepEqual(
      (await readdir(made.root)).filter(name => name.startsWith('o')),
      [],
    );
  });

  it('takes away what is there only once what replaces it is whole', async function () {
    if (process.platform !== 'linux') this.skip();
    await made.write('d/x', 'mine');
    const before = await lstat(at('d'));
    await assert.rejects(
      moveIntoPlace({ place: at('d'), before, content: '/proc/self/mem', draft: '.draft' }),
    );
    assert.deepEqual(await readdir(made.root, { recursive: true }), ['d', 'd/x']);
  });

  it('brings all else where a folder becomes one that can’t be looked into', async () => {
    await made.write('d/x', 'old');
    const released = await ran('chmod 000 d; mkdir n; chmod 000 n; echo x > a; chmod 500 .');
    if (released === undefined) return;
    assert.deepEqual(places(released), ['n']);
    assert.equal((await lstat(at('d'))).mode & 0o777, 0);
    assert.equal(await readFile(at('a'), 'utf8'), 'x\n');
    await chmod(at('d'), 0o700);
    assert.equal(await readFile(at('d/x'), 'utf8'), 'old');
  });

  it('heeds what you have added, and what your rules deny', async () => {
    await made.write('prod/a', 'mine');
    const addedPlaces = createAddedPlaces({ read: () => ['prod/**'], place: 'a setting' });
    const denied = async () => (place: { readonly path: string }) => place.path.startsWith('app/(auth)');
    const released = await ran(
      'mkdir -p "app/(auth)"; echo x > "app/(auth)/page.tsx"; (mv prod/a qrod || mv prod qrod) 2>/dev/null; echo fine > app/fine',
      {
        addedPlaces,
        denied,
      },
    );
    if (released === undefined) return;
    assert.deepEqual(places(released).toSorted(), ['app/(auth)']);
    assert.equal(await readFile(at('prod/a'), 'utf8'), 'mine');
    assert.equal(await readFile(at('app/fine'), 'utf8'), 'fine\n');
  });

  for (const [what, line] of [
    ['what your rules deny', 'mkdir -p .vscode/keys; echo x > .vscode/keys/denied'],
    ['a pipe', 'mkdir -p .vscode/keys; mkfifo .vscode/keys/p'],
  ] as const)
    it(`lets nobody allow a protected folder that holds ${what}`, async () => {
      const denied = async () => (place: { readonly path: string }) => place.path.endsWith('denied');
      const released = await ran(line, { denied });
      if (released === undefined) return;
      assert.deepEqual(places(released), ['.vscode']);
      assert.deepEqual(await released.bring?.(undefined), []);
      assert.deepEqual(await readdir(made.root), []);
    });

  it('brings what packages hold as a whole', async () => {
    const released = await ran('mkdir -p node_modules/p/.github; echo x > node_modules/p/.npmrc');
    if (released === undefined) return;
    assert.deepEqual(released.refused, []);
    assert.equal(await readFile(at('node_modules/p/.npmrc'), 'utf8'), 'x\n');
  });

  it('brings a new environment of Python whole, and what another one runs only if you let it', async () => {
    await made.write('old/bin/python', '');
    const config = 'home = /elsewhere';
    const released = await ran(
      `mkdir -p .venv/bin; : > .venv/bin/python; for e in .venv old; do echo ${config} > $e/pyvenv.cfg; done`,
    );
    if (released === undefined) return;
    assert.deepEqual(places(released), ['old/pyvenv.cfg']);
    assert.equal(await readFile(at('.venv/pyvenv.cfg'), 'utf8'), `${config}\n`);
  });

  it('is all that is looked at for undo, which takes back what you let through, too', async () => {
    for (const name of ['a', 'd/x', 'd/y', 'e/z']) await made.write(name, 'old');
    const turns = await recordTurns(made);
    const record = turns.journal.record({ conversationId: 'c', title: 'Run' });
    const before = await treeOf(made.root);
    const { signal } = new AbortController();
    const seen: string[] = [];
    const watch: Watch = async (only = []) => {
      const listed = only.map(({ place }) => path.relative(made.root, place));
      seen.push(listed.filter(place => !place.endsWith('.tmp')).join());
      return record.watch({ tool: 'shell:run_command', signal, only });
    };
    const released = await ran('cat a e/z > d/x; echo {} > d/.npmrc; mkdir n; echo n > n/n', { watch });
    await released?.bring?.(watch);
    await record.end();
    if (released === undefined) return;
    assert.deepEqual(seen, ['d,d/.npmrc,d/x,n', 'd/.npmrc']);
    assert.equal(await readFile(at('d/.npmrc'), 'utf8'), '{}\n');
    assert.deepEqual(conflictsIn(await turns.undo()), []);
    assert.deepEqual(await treeOf(made.root), before);
  });

  it('changes nothing where what it touches can’t be kept, and says so', async () => {
    await made.write('a', 'old');
    const watch = () => Promise.reject(new Error('The disk is full.'));
    const released = await ran('echo new > a; echo new > b', { watch });
    if (released === undefined) return;
    assert.deepEqual(released.refused, [{ place: made.root, why: 'The disk is full.', isFinal: true }]);
    assert.equal(await readFile(at('a'), 'utf8'), 'old');
    assert.deepEqual(await readdir(made.root), ['a']);
    assert.deepEqual(await readdir(path.join(state.path, 'layers', String(process.pid))), []);
  });

  it('is not there in the background, where a folder above what is protected can’t be moved', async () => {
    await made.write('a/.github/workflows/ci.yml', 'mine');
    const line =
      '(mv a b; mv a/.github b; rm -rf a; echo evil > a/.github/workflows/ci.yml) 2>/dev/null; echo seen > now';
    if ((await ran(line, { isBackground: true })) === undefined) return;
    assert.equal(await readFile(at('a/.github/workflows/ci.yml'), 'utf8'), 'mine');
    assert.equal(await readFile(at('now'), 'utf8'), 'seen\n');
  });

  it('does to the workspace what random commands would, but for what is protected, and undo brings all back', async function () {
    if ((await ran('true')) === undefined) return;
    this.timeout(120_000);
    await layeredCommands(30);
  });
});
