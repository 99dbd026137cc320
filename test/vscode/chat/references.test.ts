import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { labelOfAttached } from '../../../src/composition/attached-label.ts';
import { ofOutside } from '../../../src/converser/words/labels/label.ts';
import type { Root } from '../../../src/converser/words/workspace/workspace.ts';
import { createAddedPlaces } from '../../../src/ensembles/workspace/protection/added-places.ts';
import { referencedDocuments } from '../../../src/vscode/chat/participant-references.ts';
import { readWorkspaceFile, workspaceFile, writeWorkspaceFile } from '../support/converser.ts';

const signal = new AbortController().signal;

const noted = ofOutside('web:example.org');

const [folder] = vscode.workspace.workspaceFolders ?? [];
const roots: readonly Root[] = [
  { name: 'sample', path: folder?.uri.path ?? '', rules: { foldsCase: false, windows: false } },
];
const addedPlaces = createAddedPlaces({ read: () => ['/notes/private.md'], place: 'the setting' });

async function documentsOf(value: unknown) {
  const complaints: string[] = [];
  const complain = (message: string) => void complaints.push(message);
  const labels = {
    of: async (text: string) => (text.includes('from outside') ? noted : undefined),
    at: async () => undefined,
  };
  const attached = await referencedDocuments([{ id: 'reference', value }], {
    complain,
    labelOf: file => labelOfAttached(file, { labels, addedPlaces, workspace: { roots } }),
    signal,
  });
  return { documents: attached.documents, labels: [...attached.labels.values()], complaints };
}

describe('what is attached to a chat message', () => {
  it('is a resource with its text when it is a file', async () => {
    const { documents } = await documentsOf(workspaceFile('notes', 'todo.txt'));
    const [document] = documents as readonly { uri: string; text: string }[];
    assert.equal(document?.uri, 'notes/todo.txt');
    assert.equal(document.text, await readWorkspaceFile('notes/todo.txt'));
  });

  it('is the selected lines when it is a selection', async () => {
    const location = new vscode.Location(workspaceFile('README.md'), new vscode.Range(0, 0, 0, 8));
    const { documents } = await documentsOf(location);
    assert.deepEqual(documents, [
      { type: 'resource', uri: 'README.md#L1-L1', mimeType: 'text/plain', text: '# Sample' },
    ]);
  });

  it('is a list of names when it is a folder', async () => {
    const { documents } = await documentsOf(workspaceFile('notes'));
    const [document] = documents as readonly { text: string }[];
    assert.match(document?.text ?? '', /^todo\.txt$/m);
  });

  it('is an image when it is one', async () => {
    const uri = await writeWorkspaceFile('dot.png', 'not really an image');
    const { documents } = await documentsOf(uri);
    const [document] = documents as readonly { type: string; mimeType: string }[];
    assert.deepEqual([document?.type, document?.mimeType], ['image', 'image/png']);
    await vscode.workspace.fs.delete(uri);
  });

  it('is an image when one was pasted', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const { documents, complaints } = await documentsOf({ mimeType: 'image/png', data: async () => bytes });
    assert.deepEqual(documents, [{ type: 'image', mimeType: 'image/png', bytes }]);
    assert.deepEqual(complaints, []);
  });

  it('is a PDF when it is one, by its bytes', async () => {
    const bytes = new TextEncoder().encode('%PDF-1.7');
    const pasted = await documentsOf({ mimeType: 'application/octet-stream', data: async () => bytes });
    const [document] = pasted.documents as readonly { mimeType: string }[];
    assert.equal(document?.mimeType, 'application/pdf');
    const other = await documentsOf({ mimeType: 'application/zip', data: async () => new Uint8Array([1]) });
    assert.match(other.complaints[0] ?? '', /neither an image nor a PDF/);
  });

  it('is refused where models would refuse it', async () => {
    const bytes = new Uint8Array(6_000_000);
    const { complaints } = await documentsOf({ mimeType: 'image/png', data: async () => bytes });
    assert.match(complaints[0] ?? '', /Scale it down/);
  });

  it('is the lines of a symbol, and the problems of files', async () => {
    const uri = workspaceFile('README.md');
    const location = new vscode.Location(uri, new vscode.Range(0, 0, 0, 8));
    const symbol = new vscode.SymbolInformation('Sample', vscode.SymbolKind.String, '', location);
    const [lines] = (await documentsOf(symbol)).documents as readonly { text: string }[];
    assert.equal(lines?.text, '# Sample');
    const { Warning } = vscode.DiagnosticSeverity;
    const diagnostic = new vscode.Diagnostic(new vscode.Range(2, 0, 2, 1), 'Odd', Warning);
    const told = await documentsOf({ diagnostics: [[uri, [diagnostic]]] });
    const [problems] = told.documents as readonly { text: string }[];
    assert.equal(problems?.text, 'Problems in README.md:\nline 3: warning: Odd');
  });

  it('is reported when its kind is unknown', async () => {
    const { documents, complaints } = await documentsOf({ strange: true });
    assert.deepEqual(documents, []);
    assert.match(complaints[0] ?? '', /can’t read this kind of attachment/);
    assert.deepEqual(await documentsOf(undefined), { documents: [], labels: [], complaints: [] });
  });

  it('is reported when it cannot be read, and the rest is still attached', async () => {
    const { documents, complaints } = await documentsOf(workspaceFile('gone.txt'));
    assert.deepEqual(documents, []);
    assert.equal(complaints.length, 1);
    assert.match(complaints[0] ?? '', /reference/);
  });

  it('has the label that reading it gives: of what was noted about its whole text, and of keys', async () => {
    const copied = await writeWorkspaceFile('copied.txt', 'one line\nfrom outside');
    const keys = await writeWorkspaceFile('.env.local', 'KEY=1');
    const firstLine = new vscode.Location(copied, new vscode.Range(0, 0, 0, 8));
    const read = { ...noted, read: 'copied.txt' };
    assert.deepEqual((await documentsOf(copied)).labels, [read]);
    assert.deepEqual((await documentsOf(firstLine)).labels, [read]);
    const [label] = (await documentsOf(keys)).labels;
    assert.deepEqual([label?.confidentiality, label?.read], ['secret', '.env.local']);
    const added = await writeWorkspaceFile('notes/private.md', 'Nothing from outside.');
    assert.equal((await documentsOf(added)).labels[0]?.confidentiality, 'secret');
    assert.deepEqual((await documentsOf(workspaceFile('README.md'))).labels, []);
    for (const file of [copied, keys, added]) await vscode.workspace.fs.delete(file);
  });
});
