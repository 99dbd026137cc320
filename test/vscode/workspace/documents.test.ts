import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { currentText, editDocument, untilRead } from '../../../src/vscode/workspace/edit-document.ts';
import { linesText } from '../../../src/vscode/workspace/editor-selection.ts';
import { type SlowFile, slowFile } from './slow-file.ts';

describe('an edit of a document', () => {
  let document: vscode.TextDocument;
  const insert = (text: string) =>
    vscode.TextEdit.insert(document.lineAt(document.lineCount - 1).range.end, text);
  /** As VS Code does that reads a file again. */
  const change = async (text: string) => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  };

  beforeEach(async () => {
    document = await vscode.workspace.openTextDocument({ content: 'one\n' });
  });

  afterEach(async () => {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('is worked out again where the document has changed since', async () => {
    let times = 0;
    const isDone = await editDocument(document, async () => {
      const edits = [insert('end')];
      if (++times === 1) await change('zero\n');
      return edits;
    });
    assert.deepEqual([isDone, times, document.getText()], [true, 2, 'zero\none\nend']);
  });

  it('is not made where there is none any more', async () => {
    assert.equal(await editDocument(document, async () => undefined), undefined);
    assert.equal(document.getText(), 'one\n');
  });

  it('is given up where the document changes all the time', async () => {
    const isDone = await editDocument(document, async () => {
      const edits = [insert('end')];
      await change('x');
      return edits;
    });
    assert.equal(isDone, false);
    assert.match(document.getText(), /^x+one\n$/);
  });
});

describe('a file that you edit while VS Code saves it', () => {
  const { commands, window, workspace } = vscode;
  const editors = {
    'an editor': async (uri: vscode.Uri) => void (await window.showTextDocument(uri)),
    'an editor of changes': async (uri: vscode.Uri) => {
      const compared = [uri, uri.with({ path: '/other.txt' }), uri];
      await commands.executeCommand('vscode.changes', 'All', [compared]);
    },
  };
  let file: SlowFile;
  let document: vscode.TextDocument;
  const type = async (text: string) => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(file.uri, new vscode.Position(0, 0), text);
    assert.ok(await workspace.applyEdit(edit));
  };
  const saving = async (meanwhile: () => Thenable<unknown>) => {
    const saved = document.save();
    await file.writing;
    await meanwhile();
    file.write();
    await saved;
  };

  beforeEach(async () => {
    file = slowFile('one');
    document = await workspace.openTextDocument(file.uri);
  });

  afterEach(async () => {
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    file.dispose();
  });

  for (const [editor, show] of Object.entries(editors))
    it(`has unsaved changes in ${editor}, although its document says no`, async () => {
      await show(file.uri);
      await type('saved ');
      await saving(() => type('unsaved '));
      // Once VS Code says what is true, there is no need to ask its tabs.
      assert.equal(document.isDirty, false);
      assert.deepEqual(await currentText(document), { text: 'unsaved saved one' });
      await document.save();
      const { saved } = await currentText(document);
      assert.equal(saved && (await workspace.decode(saved)), 'unsaved saved one');
    });

  it('can be edited, and is saved, where you undid that: VS Code takes it for what was saved before', async () => {
    await window.showTextDocument(document);
    await type('saved ');
    await saving(() => commands.executeCommand('undo'));
    // Once VS Code says what is true, there is nothing to wait for.
    assert.deepEqual([document.isDirty, document.getText(), file.text()], [false, 'one', 'saved one']);
    await untilRead(document, 10);
    await type('edited ');
    assert.ok(await document.save());
    assert.equal(file.text(), 'edited one');
  });
});

describe('a selection to write about', () => {
  const described = async (
    ...[startLine, startColumn, endLine, endColumn]: [number, number, number, number]
  ) => {
    const document = await vscode.workspace.openTextDocument({
      language: 'typescript',
      content: 'a\nbc\nd\n',
    });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(startLine, startColumn, endLine, endColumn);
    return linesText(editor.selection);
  };

  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('counts whole lines without the one that begins after them', async () => {
    assert.equal(await described(0, 0, 2, 0), 'Lines 1 to 2');
    assert.equal(await described(1, 0, 2, 0), 'Line 2');
  });

  it('counts lines of which only a part is selected', async () => {
    assert.equal(await described(0, 0, 2, 1), 'Lines 1 to 3');
    assert.equal(await described(1, 1, 1, 2), 'Line 2');
  });
});
