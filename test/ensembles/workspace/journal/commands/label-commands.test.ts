import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { ContentLabels } from '../../../../../src/converser/words/labels/content-labels.ts';
import { type Label, ofOutside } from '../../../../../src/converser/words/labels/label.ts';
import { createDiskJournal } from '../../../../../src/ensembles/workspace/journal/disk-journal.ts';
import { ordinarySnapshots } from '../../../../../src/ensembles/workspace/journal/watch/snapshots.ts';
import { createKeptLabels } from '../../../../../src/ensembles/workspace/kept-labels.ts';
import { makeTemporaryWorkspace, type TemporaryWorkspace } from '../../temporary-workspace.ts';
import { runLines } from './run-watched.ts';

const fromPage = ofOutside('web:evil.example');

describe('the labels of what commands leave behind', () => {
  let made: TemporaryWorkspace;
  let labels: ContentLabels;
  let noted: number;
  const at = (file: string) => `${made.root}/${file}`;

  beforeEach(async function () {
    if (process.platform === 'win32') this.skip();
    made = await makeTemporaryWorkspace({ ripgrep: false });
    const kept = createKeptLabels();
    noted = 0;
    labels = {
      ...kept,
      async noteAll(contents, label) {
        noted += contents.texts.length + contents.places.length;
        await kept.noteAll(contents, label);
      },
    };
  });
  afterEach(() => made.dispose());

  function journal(entries = ordinarySnapshots.listing.entries) {
    return createDiskJournal({
      folder: path.join(made.beside, 'journal'),
      roots: () => [made.root],
      clock: { now: () => new Date() },
      log: { warn: message => assert.fail(message) },
      snapshots: { ...ordinarySnapshots, listing: { ...ordinarySnapshots.listing, entries } },
      labels,
    });
  }

  async function run(lines: string, label?: Label, own = journal()): Promise<void> {
    const record = own.record({ conversationId: 'c', title: 'Run' });
    const { signal } = new AbortController();
    const { done } = await record.watch({ tool: 'shell:run_command', signal, ...(label && { label }) });
    await runLines(lines, made.root);
    await done();
    await record.end();
  }

  it('are by the text of each new or changed file, wherever it is copied to', async () => {
    await made.write('changed.txt', 'mine\n');
    await made.write('left.txt', 'mine too\n');
    await run('echo theirs >> changed.txt; mkdir -p a/b; echo new > a/b/new.txt', fromPage);
    assert.deepEqual(await labels.of('mine\ntheirs\n'), fromPage);
    assert.deepEqual(await labels.of('new'), fromPage);
    for (const text of ['mine\n', 'mine too\n']) assert.equal(await labels.of(text), undefined, text);
    for (const place of ['a/b', 'changed.txt']) assert.equal(await labels.at(at(place)), undefined, place);
  });

  it('are none for what was only moved or made executable, and none without a label', async () => {
    await made.write('one.txt', 'one\n');
    await made.write('deep/two.txt', 'two\n');
    await made.write('run.sh', 'echo\n');
    await run('mv one.txt moved.txt; mv deep shallow; chmod +x run.sh', fromPage);
    assert.equal(noted, 0);
    await run('echo new > new.txt');
    assert.equal(noted, 0);
  });

  it('are by place for what is large, oddly encoded, or very much, and reach what is in it', async () => {
    await made.write('old.txt', 'old\n');
    const lines = [
      'head -c 6000000 /dev/zero | tr "\\0" a > large.txt',
      'printf "caf\\351 \\351t\\351 na\\357ve" > latin.txt',
      'mkdir -p node_modules/some; for i in $(seq 1 700); do echo $i > node_modules/some/$i.js; done',
      'printf "\\0\\1\\2" > binary',
    ];
    await run(lines.join('; '), fromPage);
    for (const place of 'large.txt latin.txt node_modules/some/7.js node_modules/later/1.js LARGE.txt'.split(
      ' ',
    ))
      assert.deepEqual(await labels.at(at(place)), fromPage, place);
    for (const place of ['old.txt', 'binary', 'large.txt.mine', 'node_modules2/a.js'])
      assert.equal(await labels.at(at(place)), undefined, place);
    assert.ok(noted < 10, `${noted}`);
  });

  it('are a limited number, however many files are changed', async () => {
    const write =
      "for (let f = 1; f <= 15; f++) { fs.mkdirSync('d' + f); for (let i = 1; i <= 480; i++) fs.writeFileSync('d' + f + '/' + i, f + '-' + i); }";
    await made.write('write.cjs', `const fs = require('node:fs'); ${write}`);
    await run(`"${process.execPath}" write.cjs`, fromPage);
    assert.ok(noted <= 6_000, `${noted}`);
    for (const place of ['d1/1', 'd7/150', 'd15/480']) {
      const [folder, name] = place.split('/');
      const label = (await labels.of(`${folder?.slice(1)}-${name}\n`)) ?? (await labels.at(at(place)));
      assert.deepEqual(label, fromPage, place);
    }
  });

  it('reach what is too much to be listed', async () => {
    await run('mkdir many; for i in $(seq 1 60); do echo $i > many/$i; done', fromPage, journal(40));
    assert.deepEqual((await labels.of('7')) ?? (await labels.at(at('many/7'))), fromPage);
  });

  it('are given later where Converser ended while the command ran', async () => {
    const dying = journal();
    const record = dying.record({ conversationId: 'c', title: 'Dies' });
    const { signal } = new AbortController();
    await record.watch({ tool: 'shell:run_command', signal, label: fromPage });
    await writeFile(at('left.txt'), 'left behind\n');
    assert.equal(await labels.of('left behind'), undefined);
    await journal().records();
    assert.deepEqual(await labels.of('left behind'), fromPage);
    await record.end();
  });

  it('are given to what can’t be read, too', async () => {
    await run('echo hidden > hidden.txt; chmod 000 hidden.txt', fromPage);
    await chmod(at('hidden.txt'), 0o600);
    assert.deepEqual((await labels.of('hidden')) ?? (await labels.at(at('hidden.txt'))), fromPage);
  });
});
