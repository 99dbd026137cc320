import assert from 'node:assert/strict';
import { asSeen } from '../../../../src/converser/words/workspace/as-seen.ts';
import { openFiles as open } from './use-tools.ts';

const names = [
  ['Screenshot at 1.01.11\u202fAM.txt', 'Screenshot at 1.01.11 AM.txt'],
  ['Sni\u0301mek\u00a0v 1.txt', 'Sn\u00edmek v 1.txt'],
  ['d\u2019e\u0301cran.txt', "d'\u00e9cran.txt"],
  ['\u201cplan\u201d.txt', '"plan".txt'],
  ['a\u2011b\u200b.txt', 'a-b.txt'],
  ['plain.txt', 'pl\ufeffain.txt'],
] as const;

describe('names that look the same', () => {
  for (const [real, typed] of names) {
    it(`name the same file: ${JSON.stringify(typed)}`, async () => {
      const path = `${typed}/${typed}`;
      const { tells, saved } = open({ [`${real}/${real}`]: 'needle\n', [`${real}/b.txt`]: '' });
      await tells('read_file', { path }, /needle/);
      await tells('search_text', { path, query: 'needle' }, /:1: needle$/);
      await tells('list_directory', { path: typed }, /\.txt$/);
      const pieces = [{ action: 'search_replace', search: 'needle', text: 'pin' }];
      await tells('edit_file', { path, pieces }, /^Edited/);
      await tells('read_file', { path }, /pin/);
      await tells('write_file', { path, content: 'new' }, /^Replaced/);
      assert.equal(saved(`${real}/${real}`), 'new');
      await tells('move_file', { path, new_path: 'moved.txt' }, /^Moved/);
      await tells('move_file', { path: 'moved.txt', new_path: `${real}/back.txt` }, /^Moved/);
      assert.equal(saved(`${real}/back.txt`), 'new');
      await tells('delete_file', { path: typed }, /trash/);
    });
  }

  it('name none where several look the same, or one has the very name', async () => {
    const { tells, saved } = open({ 'a\u00a0b.txt': '1', 'a\u202fb.txt': '2', 'c\u00a0d': '3', 'c d': '4' });
    await tells('read_file', { path: 'a b.txt' }, /^file-not-found/);
    await tells('read_file', { path: 'c d' }, /4/);
    await tells('write_file', { path: 'a b.txt', content: 'new' }, /^Created/);
    assert.deepEqual([saved('a\u00a0b.txt'), saved('a b.txt')], ['1', 'new']);
  });

  it('are asked about as the file that they name', async () => {
    const { asks } = open({ 'my\u00a0keys/id.pem': 'x', '\u2019.pem\u200b': 'x' });
    assert.match((await asks('read_file', { path: 'my keys/id.pem' })) ?? '', /holds keys/);
    assert.match((await asks('write_file', { path: "'.pem" })) ?? '', /holds keys/);
  });

  it('are spelled alike, and others are not', () => {
    for (const [real, typed] of names) assert.equal(asSeen(real), asSeen(typed));
    for (const [one, other] of [
      ['a', 'A'],
      ['e', '\u00e9'],
      ['a\u2013b', 'a-b'],
      ['a  b', 'a b'],
    ] as const)
      assert.notEqual(asSeen(one), asSeen(other));
  });
});
