import assert from 'node:assert/strict';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { eachRecordedTurns, filesIn, outcomes, recordTurns, treeOf } from '../recorded-turn.ts';
import { runLines } from './run-watched.ts';
import { createSavingEditor } from './saving-editor.ts';

describe('what you save in an editor while a command runs', () => {
  afterEach(() => assert.deepEqual(turns.warnings, []));
  const editor = createSavingEditor();
  const { made, turns } = eachRecordedTurns({ runsLines: true, saves: editor });
  const { signal } = new AbortController();
  const at = (file: string) => path.join(made.root, file);
  const textOf = (file: string) => readFile(at(file), 'utf8');
  const command = (lines: string) => () => runLines(lines, made.root);
  const save = (file: string, text: string) => () => editor.save(at(file), text);
  const watch = async (record = turns.journal.record({ conversationId: 'c', title: 'Run' })) =>
    record.watch({ tool: 'shell:run_command', signal });

  /** All of it happens while one command runs. */
  async function meanwhile(...steps: readonly (() => Promise<unknown>)[]): Promise<void> {
    const { done } = await watch();
    for (const step of steps) await step();
    await done();
  }

  const undo = async () => outcomes(await turns.undo());

  beforeEach(async () => {
    await made.write('a.txt', 'first');
    await made.write('src/b.txt', 'first b');
  });

  it('is no change of the command', async () => {
    await meanwhile(
      save('a.txt', 'mine'),
      command('printf command > src/b.txt'),
      save('src/new.txt', 'mine, too'),
    );
    const [record] = await turns.journal.records();
    const changed = record?.changes.map(({ change }) => change.kind === 'replace' && change.place.path);
    assert.deepEqual(changed, ['src/b.txt']);
    assert.deepEqual(await undo(), ['restored src/b.txt']);
    const texts = await Promise.all(['a.txt', 'src/new.txt', 'src/b.txt'].map(textOf));
    assert.deepEqual(texts, ['mine', 'mine, too', 'first b']);
  });

  it('comes back where the command has overwritten or removed it since', async () => {
    await meanwhile(
      save('a.txt', 'mine'),
      save('src/b.txt', 'mine b'),
      save('src/new.txt', 'mine, too'),
      save('gone.txt', 'mine, gone'),
      command('printf command > a.txt; rm -r src gone.txt; mkdir other'),
    );
    assert.ok((await undo()).every(each => each.startsWith('restored')));
    assert.deepEqual(await filesIn(made.root), {
      'a.txt': '644 mine',
      'gone.txt': '644 mine, gone',
      'src/b.txt': '644 mine b',
      'src/new.txt': '644 mine, too',
    });
    const [record] = await turns.journal.records();
    await turns.undo(record?.id);
    assert.deepEqual(await treeOf(made.root), { 'a.txt': '644 command', other: '755 folder' });
  });

  it('is left, and shown as changed since, where it stands on what the command wrote', async () => {
    await meanwhile(command('printf command > a.txt'), save('a.txt', 'command, mine'));
    const [undone] = await turns.undo();
    assert.ok(undone?.kind === 'conflict' && undone.before?.kind === 'file');
    assert.equal(undone.reason, 'it has changed since.');
    assert.equal(await textOf('a.txt'), 'command, mine');
    const record = (await turns.journal.records()).find(({ header }) => header.undoes === undefined);
    assert.equal(Buffer.from((await record?.bytes(undone.before.hash)) ?? []).toString(), 'first');
  });

  it('counts from the moment on at which Converser begins to look what there is', async () => {
    const watched = watch();
    await Promise.all([editor.save(at('a.txt'), 'mine'), editor.save(at('new.txt'), 'mine, too')]);
    const { done } = await watched;
    await done();
    assert.deepEqual((await turns.journal.records())[0]?.changes, []);
    const stopped = turns.journal.record({ conversationId: 'c', title: 'Stopped' });
    await assert.rejects(stopped.watch({ tool: 'shell:run_command', signal: AbortSignal.abort() }));
    await editor.save(at('a.txt'), 'mine again');
  });

  it('comes back between two changes of the command', async () => {
    await meanwhile(
      command('printf command > a.txt'),
      save('a.txt', 'command, mine'),
      command('printf again > a.txt'),
      save('a.txt', 'again, mine'),
      command('printf last > a.txt'),
    );
    assert.deepEqual(await undo(), ['restored a.txt', 'conflict a.txt', 'conflict a.txt']);
    assert.equal(await textOf('a.txt'), 'again, mine');
  });

  it('stays in a folder that the command made, however much is in it', async () => {
    await meanwhile(
      command('mkdir out; for i in $(seq 600); do echo $i > out/$i; done'),
      save('out/mine.txt', 'mine'),
    );
    assert.ok((await undo()).includes('conflict out'));
    assert.deepEqual(await treeOf(made.root), {
      'a.txt': '644 first',
      out: '755 folder',
      'out/mine.txt': '644 mine',
      src: '755 folder',
      'src/b.txt': '644 first b',
    });
  });

  it('is found by the name of a link to its folder', async () => {
    await symlink(at('src'), at('link'));
    await meanwhile(save('link/b.txt', 'mine'), command('echo more >> src/b.txt'));
    assert.deepEqual(await undo(), ['restored src/b.txt']);
    assert.equal(await textOf('src/b.txt'), 'mine');
  });

  it('is what a tool of the same turn wrote, which comes back with the turn', async () => {
    const before = await treeOf(made.root);
    const record = turns.journal.record({ conversationId: 'c', title: 'Run' });
    const { done } = await watch(record);
    await runLines('printf command > a.txt', made.root);
    const [root] = made.workspace.roots;
    assert.ok(root);
    const tool = await record.begin({ kind: 'replace', place: { root, path: 'a.txt' } });
    await editor.save(at('a.txt'), 'tool');
    await tool.done();
    await runLines('echo more >> a.txt', made.root);
    await done();
    assert.ok((await undo()).every(each => each === 'restored a.txt'));
    assert.deepEqual(await treeOf(made.root), before);
  });

  it('is known after Converser ended while the command ran', async () => {
    await watch();
    await editor.save(at('a.txt'), 'mine');
    await editor.save(at('src/b.txt'), 'mine b');
    await runLines('printf command > src/b.txt; printf new > new.txt', made.root);
    const next = await recordTurns(made, { saves: editor });
    const [record] = await next.journal.records();
    const undone = await next.undo(record?.id);
    assert.deepEqual(outcomes(undone), ['restored src/b.txt', 'restored new.txt']);
    assert.deepEqual([await textOf('a.txt'), await textOf('src/b.txt')], ['mine', 'mine b']);
    await next.dispose();
  });

  it('is waited for where the command ends before the editor has said that it saved', async () => {
    const { done } = await watch();
    let ended: Promise<void> | undefined;
    await editor.save(at('a.txt'), 'mine', async () => {
      ended = done();
      // As long as the command's changes would take to be looked for, and more.
      for (let time = 0; time < 3; time++) await turns.journal.foresee(signal);
    });
    await ended;
    assert.deepEqual((await turns.journal.records())[0]?.changes, []);
  });
});
