import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type AnsweredCode, applyCode } from '../../../src/vscode/code/apply-code.ts';
import { insertCode } from '../../../src/vscode/code/code-use.ts';
import type { TextDiff } from '../../../src/vscode/common/text-diffs.ts';
import { eventually } from '../../eventually.ts';
import { workspaceFile, writeWorkspaceFile } from '../support/converser.ts';

const folder = 'code-use';
const text =
  'export function one() {\r\n  return 1;\r\n}\r\n\r\nexport function two() {\r\n  return 2;\r\n}\r\n';

describe('code of an answer', () => {
  let name = '';
  let count = 0;

  beforeEach(async () => {
    // Of a file that is written anew, VS Code goes on showing what it knows of it, for a while.
    name = `${folder}/numbers-${++count}.ts`;
    await writeWorkspaceFile(name, text);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(workspaceFile(folder), { recursive: true });
  });

  const contents = async (path = name) =>
    (await vscode.workspace.openTextDocument(workspaceFile(path))).getText();

  const better = () => ({ code: 'export function one() {\n  return 11;\n}', language: 'ts', file: name });

  /** Applies code, says yes or no, and returns what was shown and asked. */
  async function apply(
    code: AnsweredCode,
    answer: (diff: TextDiff) => boolean | Promise<boolean> = () => true,
  ) {
    const seen = { diffs: [] as TextDiff[], questions: [] as string[], closed: 0 };
    await applyCode(code, {
      diffs: {
        async show(diff) {
          seen.diffs.push(diff);
          return { close: async () => void seen.closed++ };
        },
      },
      ask: {
        async confirm({ message }) {
          seen.questions.push(message);
          const [diff] = seen.diffs;
          assert.ok(diff, 'asked before anything was shown');
          return answer(diff);
        },
      },
    });
    return seen;
  }

  it('changes the file that the answer names, after you have seen how', async () => {
    const changed = text.replace('1', '11');
    const { diffs, questions, closed } = await apply(better(), async diff => {
      assert.deepEqual([diff.before.text, diff.after.text], [text, changed]);
      assert.equal(await contents(), text, 'it must not change before you agree');
      return true;
    });
    assert.match(questions.join(), /^Change code-use\/numbers-1\.ts, as the editor shows\?/);
    assert.equal(diffs[0]?.language, 'typescript');
    assert.equal(closed, 1);
    assert.equal(await contents(), changed);
    assert.equal(vscode.window.activeTextEditor?.document.uri.path, workspaceFile(name).path);
    await vscode.commands.executeCommand('undo');
    assert.equal(await contents(), text);
  });

  it('changes nothing when you decline', async () => {
    const { closed } = await apply({ code: 'x', language: 'ts', file: name }, () => false);
    assert.equal(closed, 1);
    assert.equal(await contents(), text);
  });

  it('changes nothing when the file has changed while you looked', async () => {
    await vscode.window.showTextDocument(workspaceFile(name));
    await apply(better(), async () => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(workspaceFile(name), new vscode.Position(0, 0), '// mine\r\n');
      return vscode.workspace.applyEdit(edit);
    });
    assert.equal(await contents(), `// mine\r\n${text}`);
  });

  it('changes nothing when another program has changed the file while you looked', async () => {
    const { document } = await vscode.window.showTextDocument(workspaceFile(name));
    await apply(better(), async () => {
      await writeWorkspaceFile(name, `// theirs\r\n${text}`);
      return true;
    });
    assert.equal(document.isDirty, false);
    const theirs = `// theirs\r\n${text}`;
    await eventually(vscode.workspace.onDidChangeTextDocument, () => document.getText() === theirs);
  });

  it('takes the place of the selection in the editor', async () => {
    const editor = await vscode.window.showTextDocument(workspaceFile(name));
    editor.selection = new vscode.Selection(4, 0, 7, 0);
    await apply({ code: 'export const two = () => 2;', language: 'ts' });
    const [one] = text.split('export function two');
    assert.equal(await contents(), `${one}export const two = () => 2;\r\n`);
  });

  it('applies a diff to the file in its head, and says when it does not fit', async () => {
    const head = `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n`;
    await apply({ code: `${head}-  return 2;\n+  return 22;`, language: 'diff' });
    assert.equal(await contents(), text.replace('2;', '22;'));
    const { diffs } = await apply({ code: `${head}-nowhere\n+x`, language: 'diff' });
    assert.deepEqual(diffs, []);
  });

  it('makes a file that is not there yet, and none outside the workspace', async () => {
    const path = `${folder}/deep/new.ts`;
    const { questions } = await apply({ code: 'export {};', language: 'ts', file: path });
    assert.match(questions.join(), /^Create code-use\/deep\/new\.ts/);
    assert.equal(await contents(path), 'export {};\n');
    const outside = ['../outside.ts', '/tmp/outside.ts', 'a/../../outside.ts', '\\\\host\\share\\outside.ts'];
    for (const file of outside)
      assert.deepEqual((await apply({ code: 'x', language: 'ts', file })).diffs, [], file);
  });

  it('makes a file that is named like the one in the editor, and leaves that alone', async () => {
    await vscode.window.showTextDocument(workspaceFile(name));
    const path = name.replace('/', '/deep/');
    const { questions } = await apply({ code: 'export {};', language: 'ts', file: path });
    assert.match(questions.join(), /^Create code-use\/deep\//);
    assert.equal(await contents(), text);
    assert.equal(await contents(path), 'export {};\n');
    const other = name.replace(/.*\//, '');
    const { questions: again } = await apply({ code: 'one();', language: 'ts', file: other }, () => false);
    assert.match(again.join(), /^Change code-use\//);
  });

  it('applies no diff that is for several files', async () => {
    const head = `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-  return 2;\n+  return 22;\n`;
    const made = '--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1 @@\n+new();\n';
    const { diffs } = await apply({ code: head + made, language: 'diff' });
    assert.deepEqual(diffs, []);
    assert.equal(await contents(), text);
  });

  it('is inserted at the cursor with the indentation of its line', async () => {
    const editor = await vscode.window.showTextDocument(workspaceFile(name));
    editor.selection = new vscode.Selection(1, 2, 1, 11);
    await insertCode('if (a) {\n  b();\n}', 'ts');
    assert.equal(await contents(), text.replace('return 1;', 'if (a) {\r\n    b();\r\n  }'));
  });

  it('is inserted into a new editor where none is open', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await insertCode('print(1)', 'py');
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.equal(document?.getText(), 'print(1)\n');
    assert.equal(document?.languageId, 'python');
  });
});
