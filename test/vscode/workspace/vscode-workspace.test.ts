import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type {
  DisposableWorkspace,
  Guard,
  Location,
} from '../../../src/converser/words/workspace/workspace.ts';
import { editorPowers, editorRipgrep } from '../../../src/ensembles/workspace/editor-powers.ts';
import { createVscodeWorkspace } from '../../../src/vscode/workspace/vscode-workspace.ts';
import { linkedWorkspaceContract } from '../../contracts/workspace-contract.ts';
import { eventually } from '../../eventually.ts';

let made = 0;

/** A folder of its own in the open folder, for each test. */
async function makeWorkspace() {
  const [opened] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(opened);
  const beside = await realpath(await mkdtemp(path.join(tmpdir(), 'converser-beside-')));
  await writeFile(path.join(beside, 'secret.txt'), 'SECRET');
  const name = `workspace-test-${++made}`;
  const folder = path.join(opened.uri.fsPath, name);
  await mkdir(folder);
  const workspace = createVscodeWorkspace({
    ...editorPowers(vscode.env.appRoot),
    trash: async ({ absolutePath }) => {
      await mkdir(path.join(beside, 'trash'));
      await rename(absolutePath, path.join(beside, 'trash', path.basename(absolutePath)));
      return true;
    },
  });
  const [root] = workspace.roots;
  assert.ok(root);
  return {
    workspace,
    base: { root, path: name },
    folder,
    async put(file: string, content: string | Uint8Array) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), content);
    },
    bytes: (file: string) => readFile(path.join(folder, file)).catch(() => undefined),
    link: (file: string, target: { readonly inside: string } | 'outside') =>
      symlink(target === 'outside' ? beside : path.join(folder, target.inside), path.join(folder, file)),
    secret: () => readFile(path.join(beside, 'secret.txt'), 'utf8'),
    async dispose() {
      workspace.dispose();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await rm(folder, { recursive: true, force: true });
      await rm(beside, { recursive: true, force: true });
    },
  };
}

linkedWorkspaceContract('of VS Code', makeWorkspace);

describe('the workspace of VS Code, where editors are open,', () => {
  let under: Awaited<ReturnType<typeof makeWorkspace>>;
  let workspace: DisposableWorkspace;
  beforeEach(async () => {
    under = await makeWorkspace();
    workspace = under.workspace;
  });
  afterEach(() => under.dispose());

  const at = (file: string): Location => ({ root: under.base.root, path: `${under.base.path}/${file}` });
  const uri = (file: string) => vscode.Uri.file(path.join(under.folder, file));
  const saved = async (file: string) => (await under.bytes(file))?.toString('utf8');
  const type = async (file: string, text: string) => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri(file), new vscode.Position(0, 0), text);
    await vscode.workspace.applyEdit(edit);
  };

  it('reads and finds what an editor shows before it is saved', async () => {
    await under.put('x.txt', 'saved\n');
    await vscode.window.showTextDocument(uri('x.txt'));
    await type('x.txt', 'unsaved\n');
    const content = await workspace.read(at('x.txt'));
    assert.ok(content.kind === 'text');
    assert.deepEqual([content.text, content.isUnsaved], ['unsaved\nsaved\n', true]);
    const plain = { isRegex: false, isCaseSensitive: true, includeIgnored: false, limit: 9 };
    const sought = { ...plain, below: under.base, text: 'saved' };
    const { items } = await workspace.searchText(sought, AbortSignal.timeout(60_000));
    const found = items.map(({ line, text }) => `${line} ${text}`);
    assert.deepEqual(found, ['1 unsaved', '2 saved']);
  });

  it('writes on top of what an editor shows, and refuses when that is not what was read', async () => {
    await under.put('x.txt', 'saved\n');
    await vscode.window.showTextDocument(uri('x.txt'));
    await type('x.txt', 'unsaved\n');
    await assert.rejects(workspace.write(at('x.txt'), { text: 'new\n', replaces: 'saved\n' }), {
      code: 'file-conflict',
    });
    await workspace.write(at('x.txt'), { text: 'unsaved\nsaved\nnew\n', replaces: 'unsaved\nsaved\n' });
    assert.equal(await saved('x.txt'), 'unsaved\nsaved\nnew\n');
  });

  describe('where another program changes the file beside an editor that shows it,', () => {
    let document: vscode.TextDocument;
    const change = (text: string) => writeFile(uri('x.txt').fsPath, text);
    const reread = async (text: string) => {
      await eventually(vscode.workspace.onDidChangeTextDocument, () => document.getText() === text);
    };
    const readAndWrite = async (text: string, guard?: Guard) => {
      const read = await workspace.read(at('x.txt'));
      assert.ok(read.kind === 'text');
      await workspace.write(at('x.txt'), { text, replaces: read.text }, guard);
    };
    const refused = { code: 'file-conflict', message: /changed in the meantime/ };
    /** What is saved, what the editor shows, and whether it has something to save. */
    const state = async () => [await saved('x.txt'), document.getText(), document.isDirty];

    beforeEach(async () => {
      await under.put('x.txt', 'one\n');
      ({ document } = await vscode.window.showTextDocument(uri('x.txt')));
      await reread('one\n');
    });

    it('writes what was read right afterwards', async () => {
      await change('one\ntwo\n');
      await readAndWrite('one\n2\n');
      assert.equal(await saved('x.txt'), 'one\n2\n');
      await assert.rejects(workspace.write(at('x.txt'), { text: 'new\n', replaces: 'one\ntwo\n' }), refused);
      await reread('one\n2\n');
      assert.deepEqual(await state(), ['one\n2\n', 'one\n2\n', false]);
    });

    it('writes though the editor reads the file while the write is decided about', async () => {
      await change('one\ntwo\n');
      await readAndWrite('one\n2\n', () => reread('one\ntwo\n'));
      assert.equal(await saved('x.txt'), 'one\n2\n');
      await readAndWrite('three\n', async () => {
        await change('in between\n');
        await reread('in between\n');
        await change('one\n2\n');
      });
      assert.equal(await saved('x.txt'), 'three\n');
      await reread('three\n');
    });

    it('saves though VS Code has taken the change in by its text alone', async () => {
      await change('one\r\n');
      await readAndWrite('one\r\ntwo\r\n');
      await reread('one\r\ntwo\r\n');
      assert.deepEqual(await state(), ['one\r\ntwo\r\n', 'one\r\ntwo\r\n', false]);
    });

    it('refuses where the editor still shows what was read, and leaves it', async () => {
      await change('theirs\n');
      await assert.rejects(workspace.write(at('x.txt'), { text: 'new\n', replaces: 'one\n' }), refused);
      await reread('theirs\n');
      assert.deepEqual(await state(), ['theirs\n', 'theirs\n', false]);
    });

    it('refuses what was changed while the write was decided about, and leaves it', async () => {
      const theirs = readAndWrite('new\n', async () => {
        await change('one\ntheirs\n');
        await reread('one\ntheirs\n');
      });
      await assert.rejects(theirs, refused);
      assert.deepEqual(await state(), ['one\ntheirs\n', 'one\ntheirs\n', false]);
      const mine = readAndWrite('new\n', () => type('x.txt', 'mine, '));
      await assert.rejects(mine, refused);
      assert.deepEqual(await state(), ['one\ntheirs\n', 'mine, one\ntheirs\n', true]);
    });
  });

  it('lets you undo what was written', async () => {
    await under.put('x.txt', 'one\ntwo\n');
    await workspace.write(at('x.txt'), { text: 'one\n2\n', replaces: 'one\ntwo\n' });
    assert.equal(await saved('x.txt'), 'one\n2\n');
    const editor = await vscode.window.showTextDocument(uri('x.txt'));
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), 'one\ntwo\n');
    await editor.document.save();
  });

  it('lets no other extension change files because one was created or moved', async () => {
    await under.put('old.txt', 'moved\n');
    await under.put('other.txt', 'mine\n');
    const events: string[] = [];
    const interfere = (name: string) => (event: { waitUntil(edit: Thenable<unknown>): void }) => {
      events.push(name);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(uri('other.txt'), new vscode.Position(0, 0), 'imports, ');
      event.waitUntil(Promise.resolve(edit));
    };
    const listening = vscode.Disposable.from(
      vscode.workspace.onWillRenameFiles(interfere('rename')),
      vscode.workspace.onWillCreateFiles(interfere('create')),
      vscode.workspace.onWillDeleteFiles(interfere('delete')),
    );
    try {
      await workspace.move(at('old.txt'), at('deep/new.txt'));
      await workspace.write(at('created/x.txt'), { text: 'x\n' });
      await workspace.trash(at('created/x.txt'));
      assert.deepEqual(events, []);
      assert.deepEqual([await saved('deep/new.txt'), await saved('old.txt')], ['moved\n', undefined]);
      assert.equal(await saved('other.txt'), 'mine\n');

      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(uri('deep/new.txt'), uri('by-you.txt'));
      await vscode.workspace.applyEdit(edit);
      assert.deepEqual(events, ['rename'], 'the extension would have been asked otherwise');
    } finally {
      listening.dispose();
    }
  });

  it('moves what an editor shows together with the editor, once all of it is saved', async () => {
    await under.put('folder/x.txt', 'saved\n');
    const document = await vscode.workspace.openTextDocument(uri('folder/x.txt'));
    await vscode.window.showTextDocument(document, { preview: false });
    await type('folder/x.txt', 'mine, ');
    const unsaved = { code: 'file-conflict', message: /unsaved/ };
    await assert.rejects(workspace.move(at('folder'), at('moved')), unsaved);
    await assert.rejects(workspace.move(at('folder/x.txt'), at('folder/y.txt')), unsaved);
    assert.equal(document.isDirty, true);
    await document.save();
    await workspace.move(at('folder'), at('moved'));
    assert.deepEqual([await saved('moved/x.txt'), await saved('folder/x.txt')], ['mine, saved\n', undefined]);
    const shown = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
    const isMoved = (input: unknown) =>
      input instanceof vscode.TabInputText && input.uri.path === uri('moved/x.txt').path;
    await eventually(vscode.window.tabGroups.onDidChangeTabs, () => shown().some(isMoved));
  });

  it('tells to the byte what it is about to save', async () => {
    await under.put('crlf.txt', 'one\r\ntwo\r\n');
    await under.put('bom.txt', '\uFEFFone\n');
    await under.put('latin.txt', Buffer.from('Gr\xfc\xdfe\n', 'latin1'));
    for (const file of ['crlf.txt', 'bom.txt', 'latin.txt', 'new.txt']) {
      let told: Uint8Array | undefined;
      await workspace.write(at(file), { text: 'Grüße\nalle\n' }, async ([place]) => {
        told = place?.bytes;
      });
      assert.deepEqual(Buffer.from(told ?? []), await under.bytes(file), file);
    }
  });

  it('reads and keeps the encoding that an editor uses', async () => {
    await under.put('x.txt', Buffer.from('Gr\xfc\xdfe\n', 'latin1'));
    await vscode.workspace.openTextDocument(uri('x.txt'), { encoding: 'windows1252' });
    const content = await workspace.read(at('x.txt'));
    assert.ok(content.kind === 'text');
    assert.deepEqual([content.text, content.encoding], ['Grüße\n', 'windows1252']);
    await workspace.write(at('x.txt'), { text: 'Schöne Grüße\n', replaces: 'Grüße\n' });
    assert.equal((await under.bytes('x.txt'))?.toString('latin1'), 'Schöne Grüße\n');
    await assert.rejects(workspace.write(at('x.txt'), { text: '日本\n' }), { code: 'file-conflict' });
  });

  it('reads and keeps bytes that are not in the encoding of the settings', async () => {
    await under.put('x.txt', Buffer.from('Gr\xfc\xdfe\n', 'latin1'));
    const content = await workspace.read(at('x.txt'));
    assert.ok(content.kind === 'text');
    assert.deepEqual([content.text, content.isEncodingGuessed], ['Grüße\n', true]);
    await workspace.write(at('x.txt'), { text: 'Schöne Grüße\n', replaces: 'Grüße\n' });
    assert.equal((await under.bytes('x.txt'))?.toString('latin1'), 'Schöne Grüße\n');
  });

  it('reads the encoding that the settings name', async () => {
    await under.put('x.txt', Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x0a]));
    const files = vscode.workspace.getConfiguration('files');
    await files.update('encoding', 'shiftjis', vscode.ConfigurationTarget.Workspace);
    try {
      const content = await workspace.read(at('x.txt'));
      assert.ok(content.kind === 'text');
      assert.equal(content.text, '日本\n');
    } finally {
      await files.update('encoding', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('reports every key that is pressed in an editor', async () => {
    await under.put('x.txt', 'x\n');
    await vscode.window.showTextDocument(uri('x.txt'));
    const changed = new Promise<void>(resolve => workspace.onDidChange(resolve));
    await type('x.txt', 'y');
    await changed;
  });

  it('reports the problems that extensions found', async () => {
    await under.put('x.txt', 'x\ny\n');
    const collection = vscode.languages.createDiagnosticCollection('test');
    const range = new vscode.Range(1, 0, 1, 1);
    const diagnostic = new vscode.Diagnostic(range, 'y is wrong', vscode.DiagnosticSeverity.Error);
    diagnostic.source = 'test';
    diagnostic.code = { value: 7, target: vscode.Uri.parse('https://example.com') };
    try {
      collection.set(uri('x.txt'), [diagnostic]);
      const told = { line: 2, severity: 'error', message: 'y is wrong', source: 'test', code: '7' };
      assert.deepEqual(await workspace.diagnostics?.(under.base), [{ location: at('x.txt'), ...told }]);
      assert.deepEqual(await workspace.diagnostics?.(at('y.txt')), []);
    } finally {
      collection.dispose();
    }
  });

  it('reports the symbols of a file', async () => {
    await under.put('x.workspacetest', 'class A {\n  b\n}\n');
    const range = (first: number, last: number) => new vscode.Range(first, 0, last, 1);
    const provider = vscode.languages.registerDocumentSymbolProvider(
      { pattern: '**/*.workspacetest' },
      {
        provideDocumentSymbols() {
          const outer = new vscode.DocumentSymbol('A', '', vscode.SymbolKind.Class, range(0, 2), range(0, 0));
          const { EnumMember } = vscode.SymbolKind;
          outer.children.push(new vscode.DocumentSymbol('b', '', EnumMember, range(1, 1), range(1, 1)));
          return [outer];
        },
      },
    );
    try {
      const location = at('x.workspacetest');
      assert.deepEqual(await workspace.symbols?.({ kind: 'file', file: location }), [
        { location, name: 'A', kind: 'class', startLine: 1, endLine: 3, depth: 0 },
        { location, name: 'b', kind: 'enum member', startLine: 2, endLine: 2, depth: 1 },
      ]);
    } finally {
      provider.dispose();
    }
  });

  it("searches with the editor's own ripgrep", async () => {
    const program = editorRipgrep(vscode.env.appRoot);
    assert.ok(program);
    await access(program);
  });
});
