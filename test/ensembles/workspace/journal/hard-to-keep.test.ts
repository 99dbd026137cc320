import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { bytePath, nameOfBytes } from '../../../../src/files/byte-names.ts';
import { runLines, runWatched } from './commands/run-watched.ts';
import { conflictsIn, eachRecordedTurns, treeOf } from './recorded-turn.ts';

describe('what undo could miss', () => {
  it('is no name: those that are not UTF-8 are told apart, come back as the same bytes, and have one spelling each', () => {
    const bytes = fc.uint8Array({ maxLength: 12 }).map(each => Buffer.from(each));
    fc.assert(
      fc.property(bytes, name => {
        const written = JSON.parse(JSON.stringify(nameOfBytes(name))) as string;
        assert.deepEqual(Buffer.from(bytePath(written)), name);
      }),
    );
    // Otherwise a rule about this name would not meet the other spelling.
    for (const other of ['caf\udcc3\udca9', '\udc2e\udc2egit', '\ud800'])
      assert.equal(bytePath(other), other);
  });

  const { made, turns } = eachRecordedTurns({ runsLines: true });
  const at = (name: string) => bytePath(path.join(made.root, name));
  const run = (lines: string) =>
    runWatched(turns.journal.record({ conversationId: 'c', title: 'Run' }), lines, made.root);

  it('is no such file: they come back with what they lead to, in links, and as the same names among alike ones', async function () {
    if (process.platform !== 'linux') this.skip();
    await mkdir(at('d\udcfe'));
    for (const name of ['caf\udce9', 'caf\udcea', 'café', 'caf\ufffd', 'd\udcfe/in\udcff'])
      await writeFile(at(name), `first ${name}`);
    await symlink(bytePath('d\udcfe'), at('link'));
    const before = await treeOf(made.root);
    assert.equal(Object.keys(before).length, 7);
    for (const lines of [
      'rm -rf ./*',
      `mv caf* d*; ln -sfn d link`,
      `for f in caf* d*/*; do echo more >> "$f"; chmod 600 "$f"; done`,
      `mkdir "$(printf 'n\\376')"; mv d* "$(printf 'n\\376')"; echo x > "$(printf 'n\\376/y\\377')"`,
    ]) {
      assert.deepEqual(await run(lines), []);
      assert.notDeepEqual(await treeOf(made.root), before);
      assert.deepEqual(conflictsIn(await turns.undo()), []);
      assert.deepEqual(await treeOf(made.root), before, lines);
    }
  });

  it('is no bit of permissions: all come back, of files and folders, whether they or what is in them changed', async () => {
    await made.write('tool', 'tool');
    await made.write('shared/f', 'f');
    await made.write('sticky/f', 'f');
    for (const [name, mode] of [
      ['tool', 0o6755],
      ['shared', 0o2775],
      ['sticky', 0o1777],
    ] as const)
      await chmod(at(name), mode);
    const before = await treeOf(made.root);
    for (const lines of [
      'chmod 755 tool shared sticky',
      'rm -r tool shared',
      'echo more > tool',
      'rm -r sticky; echo > sticky',
    ]) {
      await run(lines);
      assert.deepEqual(conflictsIn(await turns.undo()), []);
      assert.deepEqual(await treeOf(made.root), before, lines);
    }
  });

  it('is told before a command runs: a pipe would not come back', async () => {
    await runLines('mkfifo pipe', made.root);
    const told = ['pipe: a pipe, socket or device'];
    assert.deepEqual(await turns.journal.foresee(new AbortController().signal), told);
    assert.deepEqual(await run('rm pipe'), told);
    assert.deepEqual((await turns.journal.records())[0]?.others, ['shell:run_command (pipe)']);
  });

  for (const [what, lines] of [
    ['its head is a pipe', 'mkfifo sub/.git/HEAD'],
    ['its head is a link to a device', 'ln -s /dev/zero sub/.git/HEAD'],
    ['its head is a link to itself', 'ln -s HEAD sub/.git/HEAD'],
    ['its index is a link to itself', 'ln -s index sub/.git/index'],
    ['its packed references are a pipe', 'mkfifo sub/.git/packed-refs'],
    ['a branch is a pipe', 'mkdir -p sub/.git/refs/heads; mkfifo sub/.git/refs/heads/x'],
    ['its index is a link to a device', 'ln -s /dev/zero sub/.git/index'],
    ['it shares a folder that a pipe names', 'mkfifo sub/.git/commondir'],
    ['it is a pipe', 'rmdir sub/.git; mkfifo sub/.git'],
    ['it is a link to a device', 'rmdir sub/.git; ln -s /dev/zero sub/.git'],
    ['its configuration is a pipe', 'mkfifo sub/.git/config; for i in $(seq 120); do echo $i > sub/$i; done'],
  ] as const)
    it(`is read without waiting for a nested repository: ${what}`, async function () {
      if (what.includes('device') && process.platform !== 'linux') this.skip();
      await made.write('a.txt', 'first');
      await run(`mkdir -p sub/.git; ${lines}`);
      await run('echo more > a.txt');
      assert.deepEqual(conflictsIn(await turns.undo()), []);
      assert.equal(await readFile(at('a.txt'), 'utf8'), 'first');
    });
});
