import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { describeSelection } from '../../../src/vscode/workspace/editor-selection.ts';

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
    return describeSelection(editor).replace(/`Untitled-\d+`/, '`x`');
  };

  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('counts whole lines without the one that begins after them', async () => {
    assert.equal(await described(0, 0, 2, 0), 'Lines 1 to 2 of `x`:\n\n```typescript\na\nbc\n```\n');
    assert.equal(await described(1, 0, 2, 0), 'Line 2 of `x`:\n\n```typescript\nbc\n```\n');
  });

  it('counts lines of which only a part is selected', async () => {
    assert.match(await described(0, 0, 2, 1), /^Lines 1 to 3 of/);
    assert.match(await described(1, 1, 1, 2), /^Line 2 of `x`:\n\n```typescript\nc\n/);
  });

  it('is the file alone where nothing is selected', async () => {
    assert.equal(await described(1, 0, 1, 0), '`x`:\n');
  });
});
