import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createTextDiffs } from '../../../src/vscode/common/text-diffs.ts';
import { eventually } from '../../eventually.ts';

const diffs = createTextDiffs('converser-wrap-test');
const shortLines = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');

/** Where the first row of the first line ends on the screen: VS Code tells it by moving the cursor there. */
async function endOfFirstRow(editor: vscode.TextEditor): Promise<number> {
  editor.selection = new vscode.Selection(0, 0, 0, 0);
  await vscode.commands.executeCommand('cursorMove', { to: 'wrappedLineEnd' });
  return editor.selection.active.character;
}

describe('a comparison of texts', () => {
  const settings = vscode.workspace.getConfiguration('editor');
  let shown: { close(): Promise<void> } | undefined;

  afterEach(async () => {
    await shown?.close();
    await settings.update('wordWrap', undefined, vscode.ConfigurationTarget.Global);
  });

  after(() => diffs.dispose());

  async function show(longLine: number, how: { wraps?: true }): Promise<vscode.TextEditor> {
    const text = `${'word '.repeat(longLine / 5)}\n${shortLines}\n`;
    shown = await diffs.show({
      before: { name: 'before', text: '' },
      after: { name: 'after', text },
      title: 'A comparison',
      language: 'plaintext',
      ...how,
    });
    return eventually(vscode.window.onDidChangeActiveTextEditor, () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.uri.path.endsWith('after') === true && editor;
    });
  }

  it('leaves long lines as they are unless it is told to wrap them', async () => {
    assert.equal(await endOfFirstRow(await show(5_000, {})), 5_000);
  });

  for (const wordWrap of ['off', 'on', 'bounded']) {
    for (const length of [5_000, 50_000]) {
      it(`wraps a line of ${length} characters where editors have it ${wordWrap}`, async () => {
        await settings.update('wordWrap', wordWrap, vscode.ConfigurationTarget.Global);
        const editor = await show(length, { wraps: true });
        assert.ok((await endOfFirstRow(editor)) < 1_000);
        assert.ok((await endOfFirstRow(editor)) < 1_000, 'It stays so.');
      });
    }
  }
});
