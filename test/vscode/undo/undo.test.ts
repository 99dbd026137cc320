import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { eventually } from '../../eventually.ts';
import { converserOfTests, workspaceFile } from '../support/converser.ts';
import { folderOfTests } from '../support/folder-of-tests.ts';
import { allowing } from '../support/mcp.ts';

const folder = 'undo-test';

describe('undo in VS Code', () => {
  const running = converserOfTests();
  const { page, place } = folderOfTests(folder, running);
  let converser: ConverserInVscode;

  before(() => {
    converser = running();
  });

  it('takes a turn back, files and memory together, and does it again', async () => {
    await writeFile(place('a.txt'), 'first\n');
    await ask('write second in undo-test/a.txt');
    const turnId = await changedTurn();
    assert.match(await readFile(place('a.txt'), 'utf8'), /^second\n?$/);
    assert.deepEqual(changesOf(turnId), { files: 1, undone: 0, kept: 0, isUndone: false, others: [] });
    assert.deepEqual(activity(), [true]);

    await run(commands.undoTurn, turnId);
    assert.equal(await readFile(place('a.txt'), 'utf8'), 'first\n');
    assert.deepEqual(changesOf(turnId), { files: 1, undone: 1, kept: 0, isUndone: true, others: [] });
    assert.deepEqual(activity(), [false]);

    await run(commands.undoTurn, turnId);
    assert.match(await readFile(place('a.txt'), 'utf8'), /^second\n?$/);
    assert.equal(changesOf(turnId)?.isUndone, false);
    assert.deepEqual(activity(), [true]);
  });

  it('takes a turn from the model whose files were all back already', async () => {
    // VS Code may still take in what became of a file of the test before.
    await writeFile(place('back.txt'), 'first\n');
    await ask('write second in undo-test/back.txt');
    const turnId = await changedTurn();
    await writeFile(place('back.txt'), 'first\n');
    await run(commands.undoTurn, turnId);
    assert.equal(changesOf(turnId)?.isUndone, true);
    assert.deepEqual(activity(), [false]);
  });

  it('takes back one file of a turn, keeps another, and tells the model which', async () => {
    await writeFile(place('keep-a.txt'), 'a\n');
    await writeFile(place('keep-b.txt'), 'b\n');
    await writeFile(place('keep-c.txt'), 'c\n');
    const turnId = await changeAll('undo-test/keep-a.txt', 'undo-test/keep-b.txt', 'undo-test/keep-c.txt');
    page.send({ type: 'undo-file', turn: turnId, place: place('keep-a.txt') });
    await eventually(converser.changes.onDidChange, () => changesOf(turnId)?.undone === 1);
    assert.equal(await readFile(place('keep-a.txt'), 'utf8'), 'a\n');
    assert.equal(await readFile(place('keep-b.txt'), 'utf8'), 'new');
    assert.deepEqual(activity(), [true]);
    const told = () => textOf(converser.conversation.shown.canisters.at(-1)?.content ?? []);
    assert.match(told(), /undone what this turn changed in undo-test\/keep-a\.txt\. The rest is not undone/);

    page.send({ type: 'keep-file', turn: turnId, place: place('keep-b.txt'), kept: true });
    await eventually(converser.changes.onDidChange, () => changesOf(turnId)?.kept === 1);
    await run(commands.undoTurn, turnId);
    assert.equal(await readFile(place('keep-b.txt'), 'utf8'), 'new', 'what you keep stays');
    assert.equal(await readFile(place('keep-c.txt'), 'utf8'), 'c\n');
    assert.deepEqual(changesOf(turnId), { files: 3, undone: 2, kept: 1, isUndone: false, others: [] });

    page.send({ type: 'undo-file', turn: turnId, place: place('keep-a.txt') });
    await eventually(converser.changes.onDidChange, () => changesOf(turnId)?.undone === 1);
    assert.equal(await readFile(place('keep-a.txt'), 'utf8'), 'new', 'done again');
    // What is in no record can't be reached, whatever the page says.
    page.send({ type: 'undo-file', turn: turnId, place: '/etc/passwd' });
    page.send({ type: 'undo-file', turn: 'no-such-turn', place: place('keep-a.txt') });
  });

  it('removes what a turn created, with its folders, and forgets only that turn', async () => {
    await ask('roll 1d1');
    await ask('write hello in undo-test/new/deep/b.txt');
    const turnId = await changedTurn();
    await run(commands.undoTurn, turnId);
    await assert.rejects(stat(place('new')), { code: 'ENOENT' });
    assert.deepEqual(activity(), [true, false]);
    const { id } = converser.conversation;
    await converser.conversation.open();
    await converser.conversation.open(id);
    assert.deepEqual(activity(), [true, false]);
  });

  it('brings back what you had not saved', async () => {
    await writeFile(place('c.txt'), 'saved\n');
    const document = await vscode.workspace.openTextDocument(workspaceFile(folder, 'c.txt'));
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'mine, '));
    assert.equal(document.getText(), 'mine, saved\n');
    await ask('write theirs in undo-test/c.txt');
    assert.equal(document.isDirty, false);

    await run(commands.undoTurn, await changedTurn());
    assert.equal(await readFile(place('c.txt'), 'utf8'), 'saved\n');
    assert.equal(document.getText(), 'mine, saved\n');
    assert.equal(document.isDirty, true);
    assert.equal(await document.save(), true, 'what came back can be saved');
    assert.equal(await readFile(place('c.txt'), 'utf8'), 'mine, saved\n');
  });

  it('leaves a file that you have edited since, saved or not', async () => {
    await writeFile(place('d.txt'), 'first\n');
    await ask('write second in undo-test/d.txt');
    const turnId = await changedTurn();
    const document = await vscode.workspace.openTextDocument(workspaceFile(folder, 'd.txt'));
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'mine, '));
    const mine = document.getText();
    await run(commands.undoTurn, turnId);
    assert.equal(document.getText(), mine);
    assert.match(await readFile(place('d.txt'), 'utf8'), /^second/);
    await document.save();
    await run(commands.undoTurn, turnId);
    assert.equal(await readFile(place('d.txt'), 'utf8'), mine);
  });

  it('shows what a turn changed in VS Code’s own editor of changes', async () => {
    await writeFile(place('e.txt'), 'first\n');
    await ask('write second in undo-test/e.txt');
    await run(commands.showTurnChanges, await changedTurn());
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.match(tab?.label ?? '', /^Changes of “write second in undo-test\/e\.txt”/);
    const kept = vscode.workspace.textDocuments.find(
      ({ uri }) => uri.scheme.startsWith('converser-kept') && uri.path.endsWith('/e.txt'),
    );
    assert.equal(kept?.getText(), 'first\n');
  });

  it('shows of an older turn what it had left, also where a later one comes while that is open', async () => {
    const shown = () =>
      vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme.startsWith('converser-kept') && uri.path.endsWith('/older.txt'))
        .map(document => document.getText().trim())
        .sort();
    await writeFile(place('older.txt'), 'first\n');
    await ask('write second in undo-test/older.txt');
    const turnId = await changedTurn();
    await run(commands.showTurnChanges, turnId);
    assert.deepEqual(shown(), ['first'], 'the file itself is on the other side, so that you can edit it');
    await ask('write third in undo-test/older.txt');
    await changedTurn();
    await eventually(vscode.workspace.onDidOpenTextDocument, () => shown().includes('second'));
    const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    await eventually(
      vscode.window.tabGroups.onDidChangeTabs,
      () => labels().filter(label => label.startsWith('Changes of')).length === 1,
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run(commands.showTurnChanges, turnId);
    assert.deepEqual(shown(), ['first', 'second']);
  });

  it('says so where nothing is kept of a turn', async () => {
    await run(commands.undoTurn, 'no-such-turn');
    await run(commands.showTurnChanges, 'no-such-turn');
  });

  describe('single changes of a turn', () => {
    const cases = [
      { name: 'in the middle', old: ['a', 'b', 'c', ''], now: ['a', 'B', 'c', ''], line: 1 },
      { name: 'at the start', old: ['a', 'b', ''], now: ['new', 'A', 'b', ''], line: 0 },
      { name: 'that removed lines', old: ['a', 'b', 'c', 'd', ''], now: ['a', 'd', ''], line: 1 },
      { name: 'that removed the last lines', old: ['a', 'b', 'c'], now: ['a'], line: 0 },
      { name: 'that added lines at the end', old: ['a'], now: ['a', 'b', 'c', ''], line: 2 },
      { name: 'of a whole file', old: ['a', 'b'], now: ['x', 'y', 'z'], line: 1 },
    ] as const;
    for (const ending of ['\n', '\r\n'])
      for (const [index, { name, old, now, line }] of cases.entries())
        it(`are taken back ${name}, where lines end in ${JSON.stringify(ending)}`, async () => {
          const file = `case-${index}-${ending.length}.txt`;
          await writeFile(place(file), old.join(ending));
          await write(file, now.join(ending));
          const editor = await shown(file, line);
          assert.equal(editor.document.getText(), now.join(ending));
          await vscode.commands.executeCommand(commands.undoChange);
          assert.equal(editor.document.getText(), old.join(ending));
          await vscode.commands.executeCommand('undo');
          assert.equal(editor.document.getText(), now.join(ending), 'as any edit is');
        });

    it('are taken back one by one, or all but one', async () => {
      await writeFile(place('several.txt'), 'a\nb\nc\nd\ne\n');
      await write('several.txt', 'A\nb\nC\nd\nE\n');
      const editor = await shown('several.txt', 2);
      await vscode.commands.executeCommand(commands.undoOtherChanges);
      assert.equal(editor.document.getText(), 'a\nb\nC\nd\ne\n');
      await vscode.commands.executeCommand('undo');
      editor.selection = new vscode.Selection(0, 0, 2, 1);
      await vscode.commands.executeCommand(commands.undoChange);
      assert.equal(editor.document.getText(), 'a\nb\nc\nd\nE\n');
    });

    it('are left where the cursor is in none, or in a file that no turn has changed', async () => {
      await writeFile(place('left.txt'), 'a\nb\nc\nd\n');
      await write('left.txt', 'A\nb\nc\nd\n');
      const editor = await shown('left.txt', 3);
      await vscode.commands.executeCommand(commands.undoChange);
      assert.equal(editor.document.getText(), 'A\nb\nc\nd\n');
      await writeFile(place('mine.txt'), 'mine');
      const mine = await shown('mine.txt', 0);
      await vscode.commands.executeCommand(commands.undoOtherChanges);
      assert.equal(mine.document.getText(), 'mine');
    });

    it('are taken back in nothing that another program has changed since the editor read it', async () => {
      for (const name of ['theirs.txt', 'their-next.txt', 'their-last.txt']) {
        await writeFile(place(name), 'a\nb\nc\n');
        await write(name, 'A\nb\nc\n');
        const { document } = await shown(name, 0);
        await writeFile(place(name), 'A\nb\nc\nd\n');
        await vscode.commands.executeCommand(commands.undoChange);
        // If VS Code has been faster, the change is taken back in the new text, and saved unless VS Code refuses that.
        await eventually(vscode.workspace.onDidChangeTextDocument, () => document.getText().endsWith('d\n'));
        for (const text of [document.getText(), await readFile(place(name), 'utf8')])
          assert.match(text, /^[Aa]\nb\nc\nd\n$/, 'what the other program has written stays');
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
    });

    async function shown(name: string, line: number): Promise<vscode.TextEditor> {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(place(name)));
      editor.selection = new vscode.Selection(line, 0, line, 0);
      return editor;
    }

    /** As a turn does. */
    async function write(name: string, content: string): Promise<void> {
      await ask(`/invoke workspace:write_file ${JSON.stringify({ path: `${folder}/${name}`, content })}`);
      await changedTurn();
    }
  });

  describe('what you save while a command runs', () => {
    const files = ['command.txt', 'kept.txt', 'lost.txt'];
    const texts = () => Promise.all(files.map(name => readFile(place(name), 'utf8')));

    it('stays when the turn is undone, and comes back where the command overwrote it', async () => {
      for (const name of files) await writeFile(place(name), 'first\n');
      const line =
        'printf command > command.txt; touch begun; until [ -e go ]; do sleep 0.02; done; printf command > lost.txt; rm go begun';
      const begun = vscode.workspace.createFileSystemWatcher(
        new vscode.RelativePattern(vscode.Uri.file(place()), 'begun'),
      );
      const runs = new Promise<void>(resolve => void begun.onDidCreate(() => resolve()));
      const turn = ask(`/invoke shell:run_command ${JSON.stringify({ line, cwd: folder, access: 'full' })}`);
      await runs;
      begun.dispose();
      await editAndSave('kept.txt');
      await editAndSave('lost.txt');
      await writeFile(place('go'), '');
      await turn;
      assert.deepEqual(await texts(), ['command', 'mine, first\n', 'command']);

      const turnId = await changedTurn();
      assert.equal(changesOf(turnId)?.files, 2);
      await run(commands.undoTurn, turnId);
      assert.equal(changesOf(turnId)?.isUndone, true);
      assert.deepEqual(await texts(), ['first\n', 'mine, first\n', 'mine, first\n']);
    });

    async function editAndSave(name: string): Promise<void> {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(place(name)));
      const editor = await vscode.window.showTextDocument(document, { preview: false });
      await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'mine, '));
      assert.equal(await document.save(), true);
    }
  });

  /** One turn that writes `new` into each. */
  async function changeAll(...files: readonly string[]): Promise<string> {
    const calls = files.map(
      file => `/invoke workspace:write_file ${JSON.stringify({ path: file, content: 'new' })}`,
    );
    await ask(calls.join('\n'));
    return changedTurn();
  }

  const ask = (message: string) => allowing(converser, () => converser.sidebar.send(message));

  /** The id of the last turn, once what it has changed is known. */
  async function changedTurn(): Promise<string> {
    const last = converser.conversation.shown.canisters.findLast(({ role }) => role === 'user');
    assert.ok(last);
    await eventually(converser.changes.onDidChange, () => changesOf(last.id));
    return last.id;
  }

  function changesOf(turnId: string) {
    return converser.changes.of(converser.conversation.id)[turnId];
  }

  /** Whether models are told of each turn. */
  function activity(): readonly boolean[] {
    const { canisters } = converser.conversation.shown;
    const turns = canisters.filter(({ role }) => role === 'user');
    const states = turns.map(({ marks }) => marks.active);
    const all = new Set(canisters.map(({ marks }) => marks.active));
    assert.deepEqual([...all].sort(), [...new Set(states)].sort());
    return states;
  }

  const run = (command: string, turnId: string) => vscode.commands.executeCommand(command, turnId);
});
