import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import type { Entry } from '../../../../src/vscode/common/ask-in-vscode.ts';
import { createServerValues } from '../../../../src/vscode/mcp/questions/server-values.ts';
import { eventually } from '../../../eventually.ts';
import { encodings, noTexts } from '../../../fakes/encoded.ts';

describe('values that MCP servers are given', () => {
  function create() {
    const kept = new Map<string, string>();
    const lists = new Map<string, unknown>();
    const open: { readonly title: string; answer(text: string | undefined): void }[] = [];
    const shown = listeners<void>();
    const values = createServerValues({
      secrets: {
        get: async (key: string) => kept.get(key),
        store: async (key: string, value: string) => void kept.set(key, value),
        delete: async (key: string) => void kept.delete(key),
      } as never,
      state: {
        get: (key: string, otherwise: unknown) => lists.get(key) ?? otherwise,
        update: async (key: string, value: unknown) => void lists.set(key, value),
      } as never,
      ask: {
        enter: <T>({ title }: Entry<T>) =>
          new Promise<T | undefined>(answer => {
            open.push({ title, answer: text => answer(text as T | undefined) });
            shown.fire();
          }),
      } as never,
      environment: {},
      userHome: '/home/ada',
    });
    const ask = (name: string, signal = new AbortController().signal) =>
      values.input(
        { id: 'key', description: 'Key', password: true },
        { definition: { name, source: { kind: 'mcp.json', place: `/${name}/mcp.json` } } as never, signal },
      );
    const opened = (count: number) => eventually(shown.listen, () => open.length === count);
    return { kept, lists, open, values, ask, opened };
  }

  it('come from files in any encoding, and those that are no text are refused by their names', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'encoded.env');
    const { readText } = create().values;
    assert.equal(await readText(file.fsPath), undefined);
    for (const encode of Object.values(encodings)) {
      await vscode.workspace.fs.writeFile(file, encode('CITY=Zürich\n'));
      assert.equal(await readText(file.fsPath), 'CITY=Zürich\n');
    }
    await vscode.workspace.fs.writeFile(file, noTexts['Windows-1252']);
    await assert.rejects(readText(file.fsPath), /encoded\.env.*isn’t valid UTF-8 or UTF-16/);
    await vscode.workspace.fs.delete(file);
  });

  it('are asked for one after another, because VS Code shows only one box', async () => {
    const { ask, open, opened, kept } = create();
    const answers = [ask('one'), ask('other')];
    await opened(1);
    const titles = open.map(({ title }) => title);
    assert.deepEqual(titles, ['one needs a value']);
    open[0]?.answer('1');
    await opened(2);
    open[1]?.answer('2');
    assert.deepEqual(await Promise.all(answers), ['1', '2']);
    // What is known waits for nobody.
    void ask('third');
    await opened(3);
    assert.equal(await ask('one'), '1');
    assert.equal(kept.size, 2);
    open[2]?.answer(undefined);
  });

  it('are no longer asked for when all who need them have left', async () => {
    const { ask, open, opened } = create();
    const leaving = new AbortController();
    const answers = [ask('first'), ask('gone', leaving.signal), ask('shared', leaving.signal), ask('shared')];
    await opened(1);
    leaving.abort();
    open[0]?.answer('1');
    await opened(2);
    open[1]?.answer('2');
    assert.deepEqual(await Promise.all(answers), ['1', undefined, '2', '2']);
    const titles = open.map(({ title }) => title);
    assert.deepEqual(titles, ['first needs a value', 'shared needs a value']);
  });

  it('are all listed, even if several are stored at the same time', async () => {
    const { values, kept } = create();
    await Promise.all([values.keepSecret('a', '1'), values.keepSecret('b', '2')]);
    assert.deepEqual([...values.secretNames].sort(), ['a', 'b']);
    assert.equal(kept.size, 2);
  });
});
