import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { createConversationFinder } from '../../src/store/conversation-finder.ts';

describe('the finder of conversations', () => {
  let folder: string;
  const { signal } = new AbortController();

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'converser-finder-'));
    const files = { one: 'A zebra. "failure":{', two: 'ZEBRAS\nand größe', three: 'GRÖSSE, "interrupted":{' };
    for (const [id, text] of Object.entries(files)) await writeFile(path.join(folder, `${id}.jsonl`), text);
    await writeFile(path.join(folder, 'index-2.json'), 'zebra größe');
  });

  after(() => rm(folder, { recursive: true }));

  for (const [how, program] of Object.entries({
    'with ripgrep': rgPath,
    'by reading, where there is no ripgrep': undefined,
    'by reading, where ripgrep does not start': '/nowhere/rg',
  })) {
    it(`finds what holds one of each group, ${how}`, async () => {
      const finder = createConversationFinder(folder, async () => program);
      const found = async (...groups: readonly (readonly string[])[]) =>
        [...(await finder.holding(groups, signal))].sort();
      assert.deepEqual(await found(['zebra']), ['one', 'two']);
      assert.deepEqual(await found(['ZEBRA'], ['GRÖßE', 'Größe']), ['two']);
      assert.deepEqual(await found(['"failure":{', '"interrupted":{']), ['one', 'three']);
      assert.deepEqual(await found(['.*']), []);
      assert.deepEqual(await found(), ['one', 'three', 'two']);
    });

    it(`finds nothing in a folder that isn’t there, ${how}`, async () => {
      const finder = createConversationFinder(path.join(folder, 'none'), async () => program);
      assert.deepEqual([...(await finder.holding([['zebra']], signal))], []);
    });

    it(`stops when you type on, ${how}`, async () => {
      const finder = createConversationFinder(folder, async () => program);
      await assert.rejects(finder.holding([['zebra']], AbortSignal.abort()), { name: 'AbortError' });
    });
  }
});
