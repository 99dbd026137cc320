import assert from 'node:assert/strict';
import path from 'node:path';
import { ofOutside } from '../../../src/converser/words/labels/label.ts';
import { addedAt } from '../../../src/ensembles/shell/asked-place.ts';
import type { Command } from '../../../src/ensembles/shell/command/command.ts';
import { type FilesRead, labelOfNamed, labelOfPrinted } from '../../../src/ensembles/shell/files-read.ts';
import { createKeptLabels } from '../../../src/ensembles/workspace/kept-labels.ts';
import { createAddedPlaces } from '../../../src/ensembles/workspace/protection/added-places.ts';
import { eachTest } from '../each-test.ts';
import { makeTemporaryWorkspace } from '../workspace/temporary-workspace.ts';

describe('the label of what a command reads', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));
  let files: FilesRead;
  beforeEach(async () => {
    await made.write('src/page.md', 'Of others.\n');
    await made.write('src/own.md', 'Mine.\n');
    const labels = createKeptLabels();
    await labels.note('Of others.\n', ofOutside('web:example.com'));
    const addedPlaces = createAddedPlaces({ read: () => ['src/prod/**'], place: 'the setting x' });
    const whyAdded = () => addedAt({ workspace: made.workspace, addedPlaces });
    files = { labels, folders: [path.join(made.root, 'src'), made.root], whyAdded };
  });

  const program = (program: string, ...args: readonly string[]) =>
    ({ kind: 'program', program, args }) as const;

  const sourcesOf = async (command: Command) => (await labelOfNamed(command, files))?.sources;

  it('is that of the files that it names, however these are named', async () => {
    for (const command of [
      program('cat', 'page.md'),
      program('cat', './src/page.md'),
      program('head', '-n', '1', path.join(made.root, 'src', 'page.md')),
      program('node', 'build.js', '--input=src/page.md'),
      program('git', 'show', 'HEAD:src/page.md'),
      program('sort', '-o', 'b.md', 'page.md'),
      { kind: 'line', line: 'cat src/own.md; cat <src/page.md | wc' } as const,
      { kind: 'line', line: 'cat "src/page.md"' } as const,
    ])
      assert.deepEqual(await sourcesOf(command), ['web:example.com'], JSON.stringify(command));
  });

  it('is the usual one where it prints only names, or reads other files', async () => {
    for (const command of [
      program('cat', 'own.md'),
      program('ls', 'src/page.md'),
      program('rm', 'src/page.md'),
      program('git', 'add', 'src/page.md'),
      program('npm', 'test'),
    ])
      assert.equal(await labelOfNamed(command, files), undefined, JSON.stringify(command));
  });

  it('is that of the files whose lines it prints behind their names', async () => {
    for (const output of [
      'src/own.md:1:Mine.\nsrc/page.md:1:Of others.',
      './src/page.md:Of others.',
      'src/page.md-1-Of others.',
      'diff --git a/src/page.md b/src/page.md\n--- a/src/page.md\n+++ b/src/page.md\n+Of others.',
    ]) {
      const label = await labelOfPrinted(output, files);
      assert.deepEqual([label?.sources, label?.confidentiality], [['web:example.com'], 'public'], output);
    }
    for (const output of ['./.env:TOKEN=x', 'prod/a.tf:key = 1', 'src/prod/a.tf-2-key'])
      assert.equal((await labelOfPrinted(output, files))?.confidentiality, 'secret', output);
    assert.equal(await labelOfPrinted('page.md\nsrc\n12:30: done\n', files), undefined);
    assert.equal(await labelOfPrinted(' M src/page.md\n?? .env\n', files), undefined);
  });
});
