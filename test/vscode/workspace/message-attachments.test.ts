import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { fileAttachment } from '../../../src/converser/turn/attachments/bytes-attachment.ts';
import { createHeldAttachments } from '../../../src/vscode/attachments/held-attachments.ts';
import { followTerminals } from '../../../src/vscode/attachments/terminal-outputs.ts';
import { eventually, often } from '../../eventually.ts';
import { runningConverser, workspaceFile, writeWorkspaceFile } from '../support/converser.ts';

const never = new AbortController().signal;

describe('what a message mentions in a window', () => {
  const shown = async (message: string) => {
    const { attachments } = await runningConverser();
    return attachments.show(message, never);
  };

  it('is the selection, by its lines, and what else is open', async () => {
    const document = await vscode.workspace.openTextDocument(workspaceFile('README.md'));
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 2, 0, 8);
    const [selection] = await shown('explain @selection');
    assert.equal(selection?.title, 'README.md:1');
    const { attachments } = await runningConverser();
    const read = await attachments.read('explain @selection', never);
    const [first] = read;
    assert.ok(first !== undefined && 'attachment' in first && first.attachment.content.type === 'resource');
    assert.equal(first.attachment.content.text, 'Sample');
    const items = await attachments.complete('@', never);
    assert.equal(items.find(({ label }) => label === '@selection')?.insert, '@README.md:1 ');
    assert.ok(items.some(({ insert }) => insert === '@README.md '));
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    // The window may still tell of the first selection after the second was set: the last word counts.
    await eventually(often, async () =>
      /Nothing is selected/.test((await shown('@selection'))[0]?.problem ?? ''),
    );
  });

  it('is what the editor says is wrong', async () => {
    const uri = await writeWorkspaceFile('odd.txt', 'odd\n');
    const problems = vscode.languages.createDiagnosticCollection('test');
    problems.set(uri, [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 3), 'This is odd')]);
    const read = await (await runningConverser()).attachments.read('fix @problems', never);
    const texts = read.flatMap(each =>
      'attachment' in each && each.attachment.content.type === 'resource'
        ? [each.attachment.content.text]
        : [],
    );
    assert.match(texts[0] ?? '', /^odd\.txt:1: error: This is odd$/m);
    problems.dispose();
    await vscode.workspace.fs.delete(uri);
  });

  it('is what was pasted, under a name of its own, and files from elsewhere', async () => {
    const { attachments } = await runningConverser();
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13);
    const thumbnail = 'data:image/png;base64,AA==';
    const first = await attachments.hold({ name: 'a.png', bytes: png, thumbnail });
    const second = await attachments.hold({ name: 'b.png', bytes: png });
    assert.notEqual(first, second);
    const [one, other] = await shown(`${first} and ${second}`);
    assert.deepEqual([one?.title, one?.kind, one?.thumbnail], ['a.png', 'image', thumbnail]);
    assert.deepEqual([other?.title, other?.thumbnail], ['b.png', undefined]);
    assert.equal(await attachments.mention([workspaceFile('README.md')]), '@README.md');
    const zip = { name: 'a.zip', bytes: Uint8Array.of(0, 1, 2, 3, 255) };
    await assert.rejects(attachments.hold(zip), /a\.zip/);
  });

  it('is what was pasted before the window was loaded anew, where it may be kept', async () => {
    const folder = vscode.Uri.file(path.join(tmpdir(), `converser-held-${crypto.randomUUID()}`));
    const held = {
      attachment: fileAttachment(new TextEncoder().encode('kept'), { title: 'a.txt', name: 'a.txt' }),
    };
    let mayKeep = false;
    const hold = () => createHeldAttachments(folder, () => mayKeep);
    await hold().add(held);
    mayKeep = true;
    const name = await hold().add(held);
    const later = hold();
    const found = await eventually(often, () => later.get(name));
    assert.deepEqual(found, { attachment: { ...held.attachment, name: 'file-1' } });
    assert.deepEqual([await later.add(held), await later.add(held)], ['file-2', 'file-3']);
    await eventually(often, () => hold().get('file-3'));
    const windows = [hold(), hold()];
    for (const [at, window] of [...windows, ...windows].entries()) {
      assert.equal(await window.add(held), `file-${4 + at}`, 'another window has the names before');
      await eventually(often, () => hold().get(`file-${4 + at}`));
    }
    const old = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000);
    for (let at = 1; at <= 7; at++) await utimes(path.join(folder.fsPath, `file-${at}.json`), old, old);
    mayKeep = false;
    await hold().add(held);
    mayKeep = true;
    assert.equal(await hold().add(held), 'file-8', 'earlier messages have the names before');
    const pasted = await eventually(often, () => hold().get('file-8'));
    mayKeep = false;
    const inPrivate = hold();
    assert.deepEqual(await inPrivate.get('file-8'), pasted);
    mayKeep = true;
    assert.equal(await hold().get('file-8'), undefined, 'it was used where nothing is kept');
    assert.deepEqual(await inPrivate.get('file-8'), pasted);
    assert.equal(await later.get('file-9'), undefined);
    assert.equal(await later.get('../file-1'), undefined);
    await vscode.workspace.fs.delete(folder, { recursive: true });
  });

  it('is the last command of the terminal, as it ran since somebody listens', async () => {
    const outputs = followTerminals({ readable: output => output, labelOf: () => undefined });
    const terminal = vscode.window.createTerminal({ name: 'attached', shellPath: '/bin/bash' });
    try {
      terminal.show();
      const shell = await eventually(often, async () => terminal.shellIntegration);
      await eventually(often, async () => vscode.window.activeTerminal === terminal);
      await assert.rejects(outputs.last(), /No command has run/);
      // VS Code passes on nothing of some commands on a busy machine: a person runs them again.
      for (let tries = 0, text = ''; !text.includes('attached-23'); tries++) {
        assert.ok(tries < 5, text);
        const ended = new Promise(resolve => vscode.window.onDidEndTerminalShellExecution(resolve));
        shell.executeCommand('sleep 0.5; echo attached-$((20 + 3)); sleep 0.5');
        await ended;
        const { content } = await outputs.last();
        assert.ok(content.type === 'resource');
        text = content.text ?? '';
        assert.match(text, /^\$ sleep 0\.5; echo attached-[\s\S]*\[exit code 0\]$/);
      }
    } finally {
      terminal.dispose();
      outputs.dispose();
    }
  });
});
