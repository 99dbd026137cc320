import assert from 'node:assert/strict';
import { openFiles as open, useTools } from './use-tools.ts';

describe('write_file', () => {
  it('creates a file', async () => {
    const { tells, saved } = open();
    await tells('write_file', { path: 'a/x.txt', content: 'one\ntwo\n' }, 'Created a/x.txt (2 lines).');
    assert.equal(saved('a/x.txt'), 'one\ntwo\n');
  });

  it('replaces a text, keeps its line endings and shows people the difference', async () => {
    const { screen, saved } = open({ 'x.txt': 'one\r\ntwo\r\nthree\r\n' });
    const shown = await screen('write_file', { path: 'x.txt', content: 'one\n2\nthree\n' });
    const diff = '```diff\n@@ line 1 @@\n one\n-two\n+2\n three\n```';
    assert.equal(shown, `Replaced the text of [x.txt](<memory:/work/x.txt>) +1 −1\n\n${diff}`);
    assert.equal(saved('x.txt'), 'one\r\n2\r\nthree\r\n');
  });

  it('refuses to replace what changed since it was read', async () => {
    const { call, tells, saved, workspace } = open({ 'x.txt': 'old\n' });
    await call('read_file', { path: 'x.txt' });
    workspace.put('/work/x.txt', 'somebody else\n');
    await tells('write_file', { path: 'x.txt', content: 'new' }, /^file-conflict: .*Read it again/);
    assert.equal(saved('x.txt'), 'somebody else\n');
    await call('read_file', { path: 'x.txt' });
    await tells('write_file', { path: 'x.txt', content: 'new' }, /^Replaced/);
  });

  it('puts no mark of a hidden secret in its place, and neither does edit_file', async () => {
    const before = 'KEY=abcdefgh12345678\nPORT=1\n';
    const { tells, saved } = open({ 'keys.txt': before });
    const content = 'KEY=••••\nPORT=2\n';
    await tells('write_file', { path: 'keys.txt', content }, /^file-conflict: .*stands for a secret/);
    const pieces = [{ action: 'search_replace', search: before, text: content }];
    await tells('edit_file', { path: 'keys.txt', pieces }, /^file-conflict: .*stands for a secret/);
    assert.equal(saved('keys.txt'), before);
    const port = [{ action: 'search_replace', search: 'PORT=1', text: 'PORT=2' }];
    await tells('edit_file', { path: 'keys.txt', pieces: port }, /^Edited/);
  });

  it('keeps a lone carriage return where it ends the lines', async () => {
    const { call, saved } = open({ 'x.txt': 'one\rtwo\r' });
    await call('write_file', { path: 'x.txt', content: 'one\n2\n' });
    assert.equal(saved('x.txt'), 'one\r2\r');
  });

  it('refuses folders and binary files', async () => {
    const { tells, workspace } = open({ 'a/x.txt': '', 'x.bin': Uint8Array.from([0, 1, 2]) });
    for (const path of ['adir/', 'adir\\', 'a/b/.', './', '..', 'a/..'])
      await tells('write_file', { path, content: '' }, /it names a folder\. Add the name of a file/);
    assert.equal(workspace.files.size, 2);
    await tells('write_file', { path: 'a', content: '' }, /it is a folder/);
    await tells('write_file', { path: 'x.bin', content: '' }, /^file-conflict: /);
  });
});

describe('edit_file', () => {
  it('applies all pieces to the text as it was', async () => {
    const { call, tells, saved } = open({ 'x.txt': 'one\ntwo\nthree\nfour\n' });
    await call('read_file', { path: 'x.txt' });
    const pieces = [
      { action: 'delete', start_line: 4 },
      { action: 'insert', line: 1, text: 'zero' },
      { action: 'replace', start_line: 2, end_line: 2, text: '2\n2b' },
      { action: 'search_replace', search: 'thr', text: 'THR' },
    ];
    await tells(
      'edit_file',
      { path: 'x.txt', pieces },
      'Edited x.txt:\n@@ line 1 @@\n+zero\n one\n-two\n-three\n-four\n+2\n+2b\n+THRee',
    );
    assert.equal(saved('x.txt'), 'zero\none\n2\n2b\nTHRee\n');
  });

  it('changes nothing when one piece is refused', async () => {
    const { tells, saved } = open({ 'x.txt': 'one\ntwo\n' });
    const pieces = [
      { action: 'search_replace', search: 'one', text: '1' },
      { action: 'search_replace', search: 'three', text: '3' },
    ];
    await tells('edit_file', { path: 'x.txt', pieces }, /Piece 2: the file does not contain "three"/);
    assert.equal(saved('x.txt'), 'one\ntwo\n');
  });

  it('takes line numbers only for a text that was read, or with the expected lines', async () => {
    const { call, tells, saved, workspace } = open({ 'x.txt': 'one\ntwo\n' });
    const blind = { path: 'x.txt', pieces: [{ action: 'delete', start_line: 1 }] };
    const sure = { path: 'x.txt', pieces: [{ action: 'delete', start_line: 2, expected: 'two' }] };
    await tells('edit_file', blind, /^file-conflict: .*Read it again, or give the expected text/);
    await tells('edit_file', sure, /^Edited/);
    await call('read_file', { path: 'x.txt' });
    workspace.put('/work/x.txt', 'zero\none\n');
    await tells('edit_file', blind, /^file-conflict: /);
    await tells('edit_file', sure, /line 2 read.*"one"/);
    assert.equal(saved('x.txt'), 'zero\none\n');
  });

  it('takes no second edit by lines that was written for the text before the first', async () => {
    const { call, saved } = open({ 'x.txt': 'one\ntwo\nthree\n' });
    await call('read_file', { path: 'x.txt' });
    const answers = await Promise.all([
      call('edit_file', { path: 'x.txt', pieces: [{ action: 'delete', start_line: 1 }] }),
      call('edit_file', { path: './x.txt', pieces: [{ action: 'delete', start_line: 2 }] }),
    ]);
    assert.match(answers[0] ?? '', /^Edited/);
    assert.match(answers[1] ?? '', /^file-conflict: /);
    assert.equal(saved('x.txt'), 'two\nthree\n');
  });

  it('loses none of many edits of the same file at the same time', async () => {
    const letters = [...'abcdefgh'];
    const { call, saved } = open({ 'x.txt': letters.map(letter => `${letter}\n`).join('') });
    await Promise.all(
      letters.map(letter =>
        call('edit_file', {
          path: 'x.txt',
          pieces: [{ action: 'search_replace', search: letter, text: letter.toUpperCase() }],
        }),
      ),
    );
    assert.equal(saved('x.txt'), 'A\nB\nC\nD\nE\nF\nG\nH\n');
  });

  it('says so when nothing changes', async () => {
    const { tells } = open({ 'x.txt': 'one\n' });
    const pieces = [{ action: 'search_replace', search: 'one', text: 'one' }];
    await tells('edit_file', { path: 'x.txt', pieces }, /^Nothing to change/);
  });
});

describe('move_file', () => {
  it('renames, and moves into folders that exist', async () => {
    const { tells, saved } = open({ 'x.txt': 'x', 'a/y.txt': '' });
    await tells('move_file', { path: 'x.txt', new_path: 'z.txt' }, 'Moved x.txt to z.txt.');
    await tells('move_file', { path: 'z.txt', new_path: 'a' }, 'Moved z.txt to a/z.txt.');
    assert.equal(saved('a/z.txt'), 'x');
  });

  it('overwrites nothing', async () => {
    const { tells, saved } = open({ 'x.txt': 'x', 'y.txt': 'y' });
    await tells('move_file', { path: 'x.txt', new_path: 'y.txt' }, /^file-conflict: /);
    assert.equal(saved('y.txt'), 'y');
  });
});

describe('delete_file', () => {
  it('moves a folder to the trash', async () => {
    const { tells, workspace } = open({ 'a/x.txt': 'x' });
    await tells('delete_file', { path: 'a' }, 'Moved the folder a to the trash.');
    assert.deepEqual(workspace.trashed, ['/work/a']);
  });

  it('says that there is nothing', async () => {
    const { tells } = open({ 'notes.txt': '' });
    await tells('delete_file', { path: 'note.txt' }, /Did you mean "notes\.txt"\?/);
  });
});

describe('tools that change files', () => {
  it('always ask about protected places, and about folders that hold one', async () => {
    const { asks } = open({ 'a/.vscode/settings.json': '{}', 'b/x.txt': '' });
    for (const [tool, args] of [
      ['write_file', { path: '.vscode/settings.json', content: '' }],
      ['edit_file', { path: 'a/.VSCODE\\tasks.json', pieces: [] }],
      ['move_file', { path: 'b/x.txt', new_path: 'mcp.json' }],
      ['move_file', { path: 'b/x.txt', new_path: 'a/.vscode/' }],
      ['delete_file', { path: 'a' }],
      ['move_file', { path: 'a', new_path: 'c' }],
    ] as const)
      assert.match((await asks(tool, args)) ?? '', /protected/, JSON.stringify(args));
  });

  it('look for protected places in all folders within a folder, and not through links', async () => {
    const deep = open({ 'a/b/c/x.txt': '', 'a/b/d/.git/config': '', 'e/b/c/x.txt': '', 'e/y.txt': '' });
    const why = 'a/b/d/.git is a protected place: .git decides what git or another version control runs.';
    assert.equal(await deep.asks('delete_file', { path: 'a' }), why);
    assert.equal(await deep.asks('delete_file', { path: 'a/b/c' }), undefined);
    assert.equal(await deep.asks('delete_file', { path: 'e' }), undefined);
    const linked = useTools({
      ...deep.workspace,
      list: async folder =>
        (await deep.workspace.list(folder)).map(entry => ({ ...entry, isLink: entry.name === 'b' })),
    });
    assert.equal(await linked.asks('delete_file', { path: 'a' }), undefined);
  });

  it('ask about a folder that has too much in it to be looked through', async () => {
    const filled = (count: number) =>
      open(Object.fromEntries(Array.from({ length: count }, (_, at) => [`a/b/${at}.txt`, ''])));
    assert.equal(await filled(1_999).asks('delete_file', { path: 'a' }), undefined);
    const why = await filled(2_000).asks('move_file', { path: 'a', new_path: 'c' });
    assert.equal(why, 'a has too many files to check for protected places.');
  });

  it('do not ask about ordinary places, nor about paths that are refused anyway', async () => {
    const { asks } = open({ 'b/x.txt': '' });
    assert.equal(await asks('write_file', { path: 'b/x.txt', content: '' }), undefined);
    assert.equal(await asks('delete_file', { path: 'b' }), undefined);
    assert.equal(await asks('move_file', { path: 'b/x.txt', new_path: 'c.txt' }), undefined);
    assert.equal(await asks('write_file', { path: '../x', content: '' }), undefined);
  });
});
