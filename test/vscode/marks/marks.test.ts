import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { eventually } from '../../eventually.ts';
import { converserOfTests } from '../support/converser.ts';
import { folderOfTests } from '../support/folder-of-tests.ts';
import { allowing } from '../support/mcp.ts';

const folder = 'marks-test';
const first = 'a\nb\nc\nd\ne\nf\ng\nh\n';
const second = 'a\nB\nc\nd\nf\ng\nnew\nh\n';

describe('marks of what turns changed, in the editor', () => {
  const running = converserOfTests();
  const { page, place } = folderOfTests(folder, running);

  it('name the lines that differ in a file that is opened later, or is open already', async () => {
    const later = await changed('later.txt', first, second);
    await marked(later, [1, 4, 6]);
    const open = await shown('open.txt', first);
    await write('open.txt', second);
    await marked(open, [1, 4, 6]);
    assert.deepEqual(
      running()
        .marked.of(open.document.uri)
        ?.found?.changes.map(({ newCount, oldCount }) => [oldCount, newCount]),
      [
        [1, 1],
        [1, 0],
        [0, 1],
      ],
    );
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      open.document.uri,
    );
    assert.deepEqual(
      lenses
        .filter(({ command }) => command?.command === commands.keepChange)
        .map(each => each.range.start.line),
      [1, 4, 6],
    );
    const original = await originalOf(open.document.uri);
    assert.equal(original.getText(), first);
  });

  it('follow what you type beside and inside of a change, and are the same after a reload', async () => {
    const editor = await changed('edits.txt', first, second);
    await marked(editor, [1, 4, 6]);
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'mine\nmine too\n'));
    await editor.edit(edit => edit.insert(new vscode.Position(3, 1), ', and mine'));
    await marked(editor, [3, 6, 8]);
    const original = await originalOf(editor.document.uri);
    await eventually(
      vscode.workspace.onDidChangeTextDocument,
      () => original.getText() === `mine\nmine too\n${first}`,
    );
    await running().marked.refresh();
    await marked(editor, [3, 6, 8]);
  });

  it('go with what is kept, which stays, and is kept after a reload, too', async () => {
    const editor = await changed('keep.txt', first, second);
    await marked(editor, [1, 4, 6]);
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    await run(commands.keepChange);
    await marked(editor, [4, 6]);
    assert.equal(editor.document.isDirty, false);
    assert.equal(await readFile(place('keep.txt'), 'utf8'), second);
    await running().changes.refresh();
    await marked(editor, [4, 6]);
    assert.equal(changesNow()?.kept, 0);
    await run(commands.keepFile);
    await marked(editor, []);
    assert.equal(changesNow()?.kept, 1, 'the list below the turn says so, too');
    page.send({ type: 'keep-file', turn: turnNow(), place: place('keep.txt'), kept: false });
    await marked(editor, [1, 4, 6]);
  });

  it('go with the last change that you keep, which keeps the file', async () => {
    const editor = await changed('one.txt', 'a\nb\n', 'a\nB\n');
    await marked(editor, [1]);
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    await run(commands.keepChange);
    await marked(editor, []);
    assert.equal(changesNow()?.kept, 1);
  });

  it('go with what is undone: one edit, saved, which can itself be undone', async () => {
    const editor = await changed('undo.txt', first, second);
    await marked(editor, [1, 4, 6]);
    editor.selection = new vscode.Selection(4, 0, 4, 0);
    await run(commands.undoChange);
    assert.equal(editor.document.getText(), 'a\nB\nc\nd\ne\nf\ng\nnew\nh\n');
    assert.equal(await readFile(place('undo.txt'), 'utf8'), editor.document.getText());
    await marked(editor, [1, 7]);
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), second);
    await marked(editor, [1, 4, 6]);
  });

  it('are gone once all is undone, and the turn is undone there; Redo brings both back', async () => {
    const editor = await changed('all.txt', first, second);
    await marked(editor, [1, 4, 6]);
    await run(commands.undoFile);
    await marked(editor, []);
    assert.equal(await readFile(place('all.txt'), 'utf8'), first);
    assert.equal(changesNow()?.isUndone, true);
    page.send({ type: 'undo-file', turn: turnNow(), place: place('all.txt') });
    await marked(editor, [1, 4, 6]);
    assert.equal(await readFile(place('all.txt'), 'utf8'), second);
    // The editor shows the text before the list below the turn is read again.
    await eventually(running().changes.onDidChange, () => changesNow()?.isUndone === false);
  });

  it('are gone once the turn is undone in the sidebar', async () => {
    const editor = await changed('turn.txt', first, second);
    await marked(editor, [1, 4, 6]);
    await vscode.commands.executeCommand(commands.undoTurn, turnNow());
    await marked(editor, []);
    await eventually(vscode.workspace.onDidChangeTextDocument, () => editor.document.getText() === first);
    await marked(editor, []);
  });

  it('stay what you kept when the rest of the turn is undone', async () => {
    const editor = await changed('rest.txt', first, second);
    await marked(editor, [1, 4, 6]);
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    await run(commands.keepChange);
    await marked(editor, [4, 6]);
    await vscode.commands.executeCommand(commands.undoTurn, turnNow());
    await marked(editor, []);
    assert.equal(await readFile(place('rest.txt'), 'utf8'), first.replace('b', 'B'));
    assert.equal(changesNow()?.kept, 1);
  });

  it('leave your own unsaved edits unsaved when a change is undone', async () => {
    const editor = await changed('dirty.txt', first, second);
    await marked(editor, [1, 4, 6]);
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'mine, '));
    await marked(editor, [1, 4, 6]);
    await run(commands.undoFile);
    assert.equal(editor.document.getText(), `mine, ${first}`);
    assert.equal(editor.document.isDirty, true);
    assert.equal(await readFile(place('dirty.txt'), 'utf8'), second);
    await marked(editor, []);
  });

  it('undo nothing where the change that a button names has become another one', async () => {
    const editor = await changed('stale.txt', first, second);
    await marked(editor, [1, 4, 6]);
    const { from = [] } = running().marked.of(editor.document.uri)?.found?.changes[0] ?? {};
    await editor.edit(edit => edit.replace(new vscode.Range(1, 0, 1, 1), 'b'));
    await vscode.commands.executeCommand(commands.undoChange, editor.document.uri.toString(), from);
    assert.equal(editor.document.getText(), second.replace('B', 'b'));
    await marked(editor, [4, 6]);
  });

  it('undo what VS Code’s own peek shows', async () => {
    const editor = await changed('peek.txt', first, second);
    await marked(editor, [1, 4, 6]);
    const peeked = [
      {
        originalStartLineNumber: 2,
        originalEndLineNumber: 2,
        modifiedStartLineNumber: 2,
        modifiedEndLineNumber: 2,
      },
      {
        originalStartLineNumber: 5,
        originalEndLineNumber: 5,
        modifiedStartLineNumber: 4,
        modifiedEndLineNumber: 0,
      },
      {
        originalStartLineNumber: 7,
        originalEndLineNumber: 0,
        modifiedStartLineNumber: 7,
        modifiedEndLineNumber: 7,
      },
    ];
    await vscode.commands.executeCommand(commands.undoChange, editor.document.uri, peeked, 1);
    assert.equal(editor.document.getText(), 'a\nB\nc\nd\ne\nf\ng\nnew\nh\n');
    await vscode.commands.executeCommand(commands.keepChange, editor.document.uri, peeked, 0);
    await marked(editor, [7]);
  });

  it('remove a created file with its only change, and mark a file of two turns as one', async () => {
    await write('created.txt', 'new\n');
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(place('created.txt')));
    await marked(editor, [0]);
    await run(commands.undoFile);
    await assert.rejects(stat(place('created.txt')), { code: 'ENOENT' });
    const twice = await changed('twice.txt', first, second);
    await write('twice.txt', second.replace('a\n', 'A\n'));
    await marked(twice, [0, 4, 6]);
    await run(commands.undoFile);
    assert.equal(await readFile(place('twice.txt'), 'utf8'), first);
    await marked(twice, []);
  });

  it('are reached one after the other, and go round', async () => {
    const editor = await changed('go.txt', first, second);
    await marked(editor, [1, 4, 6]);
    const lines: number[] = [];
    for (const command of [
      commands.nextChange,
      commands.nextChange,
      commands.nextChange,
      commands.nextChange,
      commands.previousChange,
    ]) {
      await run(command);
      lines.push(editor.selection.active.line);
    }
    assert.deepEqual(lines, [1, 4, 6, 1, 6]);
  });

  it('cover what a command changed, whose line ends stay', async () => {
    await writeFile(place('command.txt'), 'a\r\nb\r\n');
    await ask(
      `/invoke shell:run_command ${JSON.stringify({ line: "printf 'a\\r\\nB\\r\\n' > command.txt", cwd: folder, access: 'full' })}`,
    );
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(place('command.txt')));
    await marked(editor, [1]);
    await run(commands.undoFile);
    assert.equal(await readFile(place('command.txt'), 'utf8'), 'a\r\nb\r\n');
  });

  /** The first lines of the changes that wait. */
  async function marked({ document: { uri } }: vscode.TextEditor, lines: readonly number[]): Promise<void> {
    const now = () =>
      running()
        .marked.of(uri)
        ?.found?.changes.map(({ newStart }) => newStart) ?? [];
    await eventually(running().marked.onDidChange, () => String(now()) === String(lines));
    const waits = running().marked.waiting.some(each => each.fsPath === uri.fsPath);
    assert.equal(waits, lines.length > 0);
  }

  /** What VS Code compares the file with. */
  async function originalOf({ path: file }: vscode.Uri): Promise<vscode.TextDocument> {
    const found = () =>
      vscode.workspace.textDocuments.find(
        ({ uri }) => uri.scheme.startsWith('converser-base') && uri.path === file,
      );
    await eventually(vscode.workspace.onDidOpenTextDocument, () => found() !== undefined);
    const document = found();
    assert.ok(document);
    return document;
  }

  async function shown(name: string, text: string): Promise<vscode.TextEditor> {
    await writeFile(place(name), text);
    return vscode.window.showTextDocument(vscode.Uri.file(place(name)));
  }

  async function changed(name: string, before: string, after: string): Promise<vscode.TextEditor> {
    await writeFile(place(name), before);
    await write(name, after);
    return vscode.window.showTextDocument(vscode.Uri.file(place(name)));
  }

  /** As a turn does. */
  async function write(name: string, content: string): Promise<void> {
    await ask(`/invoke workspace:write_file ${JSON.stringify({ path: `${folder}/${name}`, content })}`);
    await eventually(running().changes.onDidChange, () => changesNow() !== undefined);
  }

  const ask = (message: string) => allowing(running(), () => running().sidebar.send(message));

  function turnNow(): string {
    return running().conversation.shown.canisters.findLast(({ role }) => role === 'user')?.id ?? '';
  }

  function changesNow() {
    return running().changes.of(running().conversation.id)[turnNow()];
  }

  const run = (command: string) => vscode.commands.executeCommand(command);
});
