import assert from 'node:assert/strict';
import { ConverserError } from '../../../../src/converser/ground/errors.ts';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import { ofOutside } from '../../../../src/converser/words/labels/label.ts';
import { createKeptLabels } from '../../../../src/ensembles/workspace/kept-labels.ts';
import { openFiles, useTools } from './use-tools.ts';

function open(files: Parameters<typeof openFiles>[0] = {}) {
  const tools = openFiles(files);
  return {
    ...tools,
    put: (path: string, text: string) => tools.workspace.put(`/work/${path}`, text),
    /** Allows the call for what its preview shows, after something has happened. */
    async allowAfter(name: string, args: JsonObject, happening: () => unknown) {
      const preview = await tools.preview(name, args);
      assert.notEqual(preview?.basis, undefined);
      await happening();
      return tools.callAllowed(name, args, preview?.basis);
    },
  };
}

describe('What the workspace tools show before they are allowed', () => {
  it('is the difference that writing makes', async () => {
    const { preview, saved } = open({ 'src/a.ts': 'one\r\ntwo\r\nthree\r\n' });
    const made = await preview('write_file', { path: 'src/a.ts', content: 'one\n2\nthree\n' });
    assert.equal(made?.title, 'Overwrite src/a.ts?');
    assert.equal(made?.diff, '@@ line 1 @@\n one\n-two\n+2\n three');
    const fresh = await preview('write_file', { path: 'src/new.ts', content: 'one\ntwo' });
    assert.equal(fresh?.title, 'Create src/new.ts?');
    assert.equal(fresh?.diff, '@@ line 1 @@\n+one\n+two');
    assert.equal(saved('src/a.ts'), 'one\r\ntwo\r\nthree\r\n', 'nothing is written');
    assert.equal(saved('src/new.ts'), undefined);
  });

  it('is the whole difference, which questions cut', async () => {
    const { preview } = open();
    const made = await preview('write_file', { path: 'a.txt', content: 'x\n'.repeat(900) });
    assert.equal(made?.diff?.split('\n').length, 901);
  });

  it('is the difference that an edit makes, and the reason where it cannot be made, which is that of the call', async () => {
    const { preview, call } = open({ 'a.txt': 'one\ntwo\n' });
    const replace = (search: string) => ({
      path: 'a.txt',
      pieces: [{ action: 'search_replace', search, text: '2' }],
    });
    const made = await preview('edit_file', replace('two'));
    assert.equal(made?.title, 'Edit a.txt?');
    assert.equal(made?.diff, '@@ line 1 @@\n one\n-two\n+2');
    for (const impossible of [
      replace('three'),
      replace(''),
      { path: 'a.txt', pieces: [{ action: 'delete', start_line: 9 }] },
      { path: 'gone.txt', pieces: [] },
    ]) {
      const failed = await preview('edit_file', impossible).catch((cause: unknown) => cause);
      assert.ok(failed instanceof ConverserError);
      const { code, message, advice = '' } = failed;
      assert.equal(`${code}: ${message} ${advice}`.trim(), await call('edit_file', impossible));
    }
  });

  it('is nothing but the title where the reason could quote what others wrote', async () => {
    const labels = createKeptLabels();
    await labels.note('one\n', ofOutside('web:a.example'));
    const { workspace } = open({ 'a.txt': 'one\n' });
    const { preview } = useTools(workspace, { labels });
    const pieces = [{ action: 'search_replace', search: 'three', text: '2' }];
    const impossible = await preview('edit_file', { path: 'a.txt', pieces });
    assert.deepEqual([impossible?.title, impossible?.diff], ['Edit a.txt?', undefined]);
  });

  it('names both ends of a move, and what is deleted', async () => {
    const { preview } = open({ 'src/a.ts': '', 'lib/b.ts': '' });
    const title = async (name: string, args: JsonObject) => (await preview(name, args))?.title;
    const renamed = await title('move_file', { path: 'src/a.ts', new_path: 'src/c.ts' });
    assert.equal(renamed, 'Move src/a.ts → src/c.ts?');
    const into = await title('move_file', { path: 'src', new_path: 'lib' });
    assert.equal(into, 'Move the folder src → lib/src?', 'into a folder that exists');
    assert.equal(await title('delete_file', { path: 'src/a.ts' }), 'Delete src/a.ts?');
    assert.equal(await title('delete_file', { path: 'src' }), 'Delete the folder src?');
  });

  it('reads nothing outside the folders that are open', async () => {
    const { preview } = open({ 'a.txt': '' });
    for (const path of ['../secret.txt', '/etc/passwd']) {
      await assert.rejects(preview('write_file', { path, content: '' }));
      await assert.rejects(preview('edit_file', { path, pieces: [{ action: 'delete', start_line: 1 }] }));
      await assert.rejects(preview('move_file', { path: 'a.txt', new_path: path }));
      await assert.rejects(preview('delete_file', { path }));
    }
  });
});

describe('A change that was allowed for what was shown', () => {
  const edit = { path: 'a.txt', pieces: [{ action: 'search_replace', search: 'two', text: '2' }] };

  it('is made when nothing has happened', async () => {
    const { allowAfter, saved } = open({ 'a.txt': 'one\ntwo\n' });
    const allow = (name: string, args: JsonObject) => allowAfter(name, args, () => {});
    assert.match(await allow('edit_file', edit), /^Edited a\.txt/);
    assert.match(await allow('write_file', { path: 'a.txt', content: 'three\n' }), /^Replaced the text/);
    assert.equal(saved('a.txt'), 'three\n');
    assert.match(await allow('move_file', { path: 'a.txt', new_path: 'b.txt' }), /^Moved a\.txt to b\.txt/);
    assert.match(await allow('delete_file', { path: 'b.txt' }), /^Moved b\.txt to the trash/);
  });

  const changedSince = /^file-conflict: .*it has changed since the user was asked.* Read it again, then call/;

  it('is refused when another text would be overwritten', async () => {
    const { allowAfter, put, saved } = open({ 'a.txt': 'one\n' });
    const write = { path: 'a.txt', content: 'new\n' };
    assert.match(await allowAfter('write_file', write, () => put('a.txt', 'by hand\n')), changedSince);
    assert.equal(saved('a.txt'), 'by hand\n');
  });

  it('is refused when a file appeared where one was to be created', async () => {
    const { allowAfter, put, saved } = open();
    const write = { path: 'a.txt', content: 'new\n' };
    for (const text of ['', 'by hand\n']) {
      const fresh = { ...write, path: `${text.length}.txt` };
      assert.match(await allowAfter('write_file', fresh, () => put(fresh.path, text)), changedSince);
      assert.equal(saved(fresh.path), text);
    }
  });

  it('is refused when the edit would change something else, and not asked about where it can’t be made', async () => {
    const { allowAfter, preview, put, saved } = open({ 'a.txt': 'if (two)\n' });
    assert.match(await allowAfter('edit_file', edit, () => put('a.txt', 'unless (two)\n')), changedSince);
    put('a.txt', 'nothing\n');
    await assert.rejects(preview('edit_file', edit), /does not contain "two"/);
    assert.equal(saved('a.txt'), 'nothing\n');
  });

  it('is made at another line: of several edits that were allowed, each moves the others', async () => {
    const middle = 'same\n'.repeat(20);
    const { preview, callAllowed, saved } = open({ 'a.txt': `one\n${middle}two\n` });
    const first = { path: 'a.txt', pieces: [{ action: 'search_replace', search: 'one', text: '1\n1b' }] };
    const [a, b] = [await preview('edit_file', first), await preview('edit_file', edit)];
    assert.match(await callAllowed('edit_file', first, a?.basis), /^Edited/);
    assert.match(await callAllowed('edit_file', edit, b?.basis), /^Edited/);
    assert.equal(saved('a.txt'), `1\n1b\n${middle}2\n`);
  });

  it('is refused when the move would end elsewhere, because a folder appeared', async () => {
    const { allowAfter, put, saved } = open({ 'a.txt': 'a' });
    const move = { path: 'a.txt', new_path: 'lib' };
    assert.match(await allowAfter('move_file', move, () => put('lib/x.txt', '')), changedSince);
    assert.equal(saved('a.txt'), 'a');
  });
});
