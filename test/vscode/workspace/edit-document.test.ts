import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { editDocument } from '../../../src/vscode/workspace/edit-document.ts';

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
