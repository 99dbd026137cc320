import assert from 'node:assert/strict';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { UnsavedFile } from '../../../../src/converser/words/workspace/workspace.ts';
import { createTurnUndo } from '../../../../src/ensembles/workspace/journal/turn-undo.ts';
import { createVersionFiles } from '../../../../src/ensembles/workspace/journal/versions/version-files.ts';
import { eachRecordedTurns, filesIn } from './recorded-turn.ts';

const never = new AbortController().signal;

describe('the files of a version', () => {
  const { made, turns } = eachRecordedTurns();
  let unsaved: readonly UnsavedFile[] = [];
  const versions = () => {
    const ports = { roots: () => made.workspace.roots, unsaved: () => unsaved };
    return createVersionFiles({
      turns: createTurnUndo({ ...ports, journal: turns.journal }),
      folder: turns.folder,
      unsaved: ports.unsaved,
    });
  };
  const leaving = (...ids: readonly string[]) => ({ conversationId: 'c', leaving: ids, entering: [] });
  const entering = (...ids: readonly string[]) => ({ conversationId: 'c', leaving: [], entering: ids });
  const arrive = async () => {};

  async function turn(turnId: string, files: Readonly<Record<string, string>>, other?: string) {
    const record = turns.journal.record({ conversationId: 'c', turnId, title: turnId });
    for (const [name, content] of Object.entries(files)) {
      const root = made.workspace.roots[0] ?? assert.fail();
      const begun = await record.begin({ kind: 'replace', place: { root, path: name } });
      await made.write(name, content);
      await begun.done();
    }
    if (other !== undefined) await record.noteOther(other);
    await record.end();
  }
  const names = async (...ids: readonly string[]) => {
    const { undo, conflicts, others } = await versions().plan(leaving(...ids));
    const titles = undo.map(({ record }) => record.header.title);
    return { titles, conflicts: conflicts.map(each => path.basename(each)), others };
  };

  beforeEach(() => {
    unsaved = [];
  });

  it('come and go as often as you switch, without using up the room for records', async () => {
    await made.write('a.txt', 'a');
    await turn('t1', { 'a.txt': 'a1', 'b.txt': 'b1' });
    await turn('t2', { 'a.txt': 'a2' });
    const before = await readdir(turns.folder);
    const there = await filesIn(made.root);
    for (let time = 0; time < 3; time++) {
      const back = await versions().follow(leaving('t1', 't2'), { signal: never, arrive });
      const again = await versions().follow(entering('t1', 't2'), { signal: never, arrive });
      assert.deepEqual([back.isWhole, again.isWhole], [true, true]);
      assert.deepEqual(await filesIn(made.root), there);
      assert.deepEqual(await readdir(turns.folder), before);
    }
    await versions().follow(leaving('t1', 't2'), { signal: never, arrive });
    await made.write('a.txt', 'mine');
    const { isWhole } = await versions().follow(entering('t1', 't2'), { signal: never, arrive });
    assert.equal(isWhole, false);
    assert.ok((await readdir(turns.folder)).length > before.length, 'what could not be made again is kept');
  });

  it('are planned: what goes back, what has changed since, and what nothing can take back', async () => {
    await made.write('a.txt', 'a');
    await turn('t1', { 'a.txt': 'a1', 'b.txt': 'b1' });
    await turn('t2', { 'a.txt': 'a2', 'c.txt': 'c2' }, 'mail:send');
    assert.deepEqual(await names('t1', 't2'), {
      titles: ['t2', 't1'],
      conflicts: [],
      others: ['mail:send'],
    });
    await made.write('c.txt', 'mine');
    await made.write('b.txt', 'mine');
    assert.deepEqual((await names('t1', 't2')).conflicts, ['c.txt', 'b.txt']);
    assert.deepEqual((await names('t2')).conflicts, ['c.txt']);
    assert.deepEqual((await names('t1')).conflicts, ['b.txt', 'a.txt'], 'a later turn has changed it');
    const location = { root: made.workspace.roots[0] ?? assert.fail(), path: 'a.txt' };
    const forked = await versions().plan({ ...leaving('t2'), conversationId: 'fork' });
    assert.deepEqual([forked.undo, forked.others], [[], ['the conversation from which this one was forked']]);
    unsaved = [{ location, text: 'typed' }];
    assert.deepEqual((await names('t2')).conflicts, ['c.txt', 'a.txt']);
  });

  it('leave alone what was foreseen, and all else goes back and comes again', async () => {
    await turn('t1', { 'a.txt': 'a1', 'b.txt': 'b1' });
    await made.write('b.txt', 'mine');
    const { conflicts } = await names('t1');
    const outcome = await versions().follow(leaving('t1'), { signal: never, arrive });
    assert.deepEqual(conflicts, ['b.txt']);
    assert.equal(outcome.isWhole, false);
    assert.deepEqual(await filesIn(made.root), { 'b.txt': '644 mine' });
    await versions().follow(entering('t1'), { signal: never, arrive });
    assert.deepEqual(await filesIn(made.root), { 'a.txt': '644 a1', 'b.txt': '644 mine' });
  });

  it('bring back only what they have taken back themselves', async () => {
    await turn('t1', { 'a.txt': 'a1', 'b.txt': 'b1' });
    const undo = createTurnUndo({
      journal: turns.journal,
      roots: () => made.workspace.roots,
      unsaved: () => [],
    });
    const [record] = await undo.records();
    assert.ok(record);
    const files = record.files.filter(({ now }) => now.path === 'a.txt');
    await undo.undo(record.record, { signal: never, files });
    await versions().follow(leaving('t1'), { signal: never, arrive });
    assert.deepEqual(await filesIn(made.root), {});
    await versions().follow(entering('t1'), { signal: never, arrive });
    assert.deepEqual(await filesIn(made.root), { 'b.txt': '644 b1' });
  });

  it('are as before where the conversation can’t go there', async () => {
    await turn('t1', { 'a.txt': 'a1' });
    const full = async () => {
      throw new Error('The disk is full.');
    };
    await assert.rejects(versions().follow(leaving('t1'), { signal: never, arrive: full }), /full/);
    assert.deepEqual(await filesIn(made.root), { 'a.txt': '644 a1' });
    assert.deepEqual(
      (await readdir(turns.folder)).filter(name => name.endsWith('.way')),
      [],
    );
  });

  it('don’t go on from what another program left damaged', async () => {
    await writeFile(path.join(turns.folder, 'x.way'), '{');
    await chmod(path.join(turns.folder, 'x.way'), 0o600);
    assert.deepEqual(await versions().goOn(arrive), []);
  });
});
