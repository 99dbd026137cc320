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

  const found = async (program: string | undefined, ...groups: readonly (readonly string[])[]) => {
    const holds = await createConversationFinder(folder, () => program)(groups, signal);
    return ['one', 'two', 'three'].filter(holds);
  };

  it('finds what holds one of each group', async () => {
    assert.deepEqual(await found(rgPath, ['zebra']), ['one', 'two']);
    assert.deepEqual(await found(rgPath, ['ZEBRA'], ['GRÖßE', 'Größe']), ['two']);
    assert.deepEqual(await found(rgPath, ['"failure":{', '"interrupted":{']), ['one', 'three']);
    assert.deepEqual(await found(rgPath, ['.*']), []);
    assert.deepEqual(await found(rgPath), ['one', 'two', 'three']);
  });

  it('leaves nothing out where there is no ripgrep, or where it does not start', async () => {
    for (const program of [undefined, '/nowhere/rg'])
      assert.deepEqual(await found(program, ['zebra']), ['one', 'two', 'three']);
  });

  it('stops when you type on', async () => {
    for (const program of [rgPath, '/nowhere/rg'])
      await assert.rejects(
        createConversationFinder(folder, () => program)([['zebra']], AbortSignal.abort()),
        {
          name: 'AbortError',
        },
      );
  });
});
