import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import { ofOutside } from '../../../src/converser/words/labels/label.ts';
import { createKeptLabels } from '../../../src/ensembles/workspace/kept-labels.ts';
import { eachTest } from '../each-test.ts';
import { createTempFolder } from '../temp-folder.ts';

const page = ofOutside('web:a.example');
const other = ofOutside('web:b.example');

describe('labels that are kept', () => {
  const folder = eachTest(() => createTempFolder());
  const file = () => folder.file('labels.jsonl');
  const open = (most?: number) => createKeptLabels({ file: file(), ...(most !== undefined && { most }) });

  it('are known to all windows, whichever of them has written last', async () => {
    const [one, two] = [open(), open()];
    await one.note('First text', page);
    assert.deepEqual(await two.of('First text'), page);
    await two.note('Second text', other);
    await one.note('Third text', page);
    assert.deepEqual(await one.of('Second text'), other);
    assert.deepEqual(await two.of('Third text'), page);
  });

  it('only get worse', async () => {
    const labels = open();
    await labels.note('A text', page);
    await labels.note('A text', other);
    assert.deepEqual((await open().of('A text'))?.sources, ['web:a.example', 'web:b.example']);
  });

  it('hold for a place and what is below it, and for no other with a longer name', async () => {
    const labels = open();
    await labels.noteAll({ texts: [], places: ['/work/made', '/work/large.txt'] }, page);
    for (const known of ['/work/made', '/work/made/a/b.txt', '/work/large.txt', '/work/MADE/c'])
      assert.deepEqual(await open().at(known), page, known);
    for (const unknown of ['/work', '/work/made2', '/work/made.txt', '/work/large.txt.mine', '/made'])
      assert.equal(await labels.at(unknown), undefined, unknown);
    assert.equal(await labels.of(' /work/made'), undefined);
  });

  it('are a limited number, in memory and on the disk', async () => {
    const labels = open(10);
    for (let count = 0; count < 40; count++) await labels.note(`Text ${count}`, page);
    const again = open(10);
    assert.deepEqual([await again.of('Text 39'), await again.of('Text 2')], [page, undefined]);
    assert.deepEqual([await labels.of('Text 39'), await labels.of('Text 2')], [page, undefined]);
    const lines = (await readFile(file(), 'utf8')).trimEnd().split('\n');
    assert.ok(lines.length <= 21, `${lines.length}`);
  });

  it('survive a line that was not written to its end', async () => {
    await open().note('Whole', page);
    await appendFile(file(), '["abc",{"integ\n');
    const again = open();
    await again.note('After', other);
    assert.deepEqual([await open().of('Whole'), await open().of('After')], [page, other]);
  });
});
