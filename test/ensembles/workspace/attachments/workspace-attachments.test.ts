import assert from 'node:assert/strict';
import type { Attachment } from '../../../../src/converser/turn/attachments/attachment.ts';
import type { PlaceTarget } from '../../../../src/converser/turn/attachments/mention.ts';
import { ofOutside } from '../../../../src/converser/words/labels/label.ts';
import { indexRules } from '../../../../src/converser/words/permission/rules.ts';
import { absolutePath } from '../../../../src/converser/words/workspace/paths.ts';
import type { Diagnostic } from '../../../../src/converser/words/workspace/workspace.ts';
import { createWorkspaceAttachments } from '../../../../src/ensembles/workspace/attachments/workspace-attachments.ts';
import { createKeptLabels } from '../../../../src/ensembles/workspace/kept-labels.ts';
import { createAddedPlaces } from '../../../../src/ensembles/workspace/protection/added-places.ts';
import { createMemoryWorkspace } from '../../../fakes/memory-workspace.ts';

const never = new AbortController().signal;
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13);

const files = {
  '/work/README.md': '# Hello\nline two\nline three\n',
  '/work/src/a.ts': 'export const a = 1;\n',
  '/work/src/deep/Message-Field.ts': 'x',
  '/work/.env': 'KEY=1\n',
  '/work/secrets/token.txt': 't',
  '/work/logo.png': png,
  '/work/paper.pdf': '%PDF-1.4 in plain letters',
  '/work/tool.bin': Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 0),
  '/work/ignored/big.txt': 'x',
  '/work/.gitignore': 'ignored/\n',
};

/** Those that are neither ignored nor protected. */
const shown = '.gitignore README.md logo.png paper.pdf src/a.ts src/deep/Message-Field.ts tool.bin'.split(
  ' ',
);

function make(
  diagnostics: readonly Omit<Diagnostic, 'location'>[] = [],
  at = ['src/a.ts'],
  denied: readonly string[] = [],
) {
  const memory = createMemoryWorkspace({ files });
  const [root] = memory.roots;
  assert.ok(root);
  const labels = createKeptLabels();
  const found = at.flatMap(path => diagnostics.map(each => ({ ...each, location: { root, path } })));
  const workspace = { ...memory, diagnostics: async () => found };
  const attachments = createWorkspaceAttachments({
    workspace,
    labels,
    addedPlaces: createAddedPlaces({ read: () => ['secrets/**'], place: 'the setting' }),
    rules: { place: 'the setting', about: indexRules(denied.map(text => [text, 'deny'])) },
    readBytes: async location => memory.files.get(absolutePath(location)) ?? new Uint8Array(),
  });
  const place = (path: string, more: Partial<PlaceTarget> = {}) =>
    attachments.place({ kind: 'place', path, isSure: false, ...more }, never);
  return { attachments, labels, place, memory, root };
}

function textOf(attachment: Attachment | undefined): string | undefined {
  return attachment?.content.type === 'resource' ? attachment.content.text : undefined;
}

describe('a place of the workspace as an attachment', () => {
  it('is the text of a file, or some of its lines', async () => {
    const { place } = make();
    assert.deepEqual(await place('README.md'), {
      kind: 'file',
      title: 'README.md',
      content: { type: 'resource', uri: 'README.md', mimeType: 'text/plain', text: files['/work/README.md'] },
    });
    const lines = await place('README.md', { lines: { from: 2, to: 3 } });
    assert.equal(lines?.title, 'README.md:2-3');
    assert.equal(textOf(lines), 'line two\nline three');
    await assert.rejects(place('README.md', { lines: { from: 9, to: 9 } }), /It has 3 lines/);
  });

  it('is found by a name that looks the same', async () => {
    const { place, memory, attachments } = make();
    memory.put('/work/1.01\u202fAM d\u2019e\u0301cran.txt', 'shot');
    const typed = "1.01 AM d'\u00e9cran.txt";
    assert.equal(textOf(await place(typed)), 'shot');
    const found = await attachments.search.find(typed, { kinds: 'files', limit: 3, signal: never });
    assert.deepEqual(found, ['1.01\u202fAM d\u2019e\u0301cran.txt']);
    memory.put('/work/1.01\u00a0AM d\u2019\u00e9cran.txt', 'other');
    assert.equal(await place(typed), undefined);
  });

  it('is what an editor shows, also before it is saved', async () => {
    const { place, memory } = make();
    memory.editors.set('/work/src/a.ts', 'unsaved');
    assert.equal(textOf(await place('src/a.ts')), 'unsaved');
  });

  it('is nothing where there is none, or where it is no path', async () => {
    const { place } = make();
    assert.equal(await place('nobody'), undefined);
    assert.equal(await place('../outside'), undefined);
    assert.equal(await place('https://example.org/x'), undefined);
    await assert.rejects(place('../outside', { isSure: true }), /outside the workspace/);
  });

  it('is labelled as secret where it holds keys', async () => {
    const { place } = make();
    assert.equal((await place('.env'))?.label?.confidentiality, 'secret');
    assert.equal((await place('secrets/token.txt'))?.label?.confidentiality, 'secret');
    assert.equal((await place('src/a.ts'))?.label, undefined);
  });

  it('keeps the label that its text has', async () => {
    const { place, labels } = make();
    await labels.note(files['/work/src/a.ts'], ofOutside('web:example.org'));
    assert.deepEqual((await place('src/a.ts'))?.label?.sources, ['web:example.org']);
  });

  it('is an image or a PDF by its bytes, and no other program’s data', async () => {
    const { place } = make();
    const image = await place('logo.png');
    assert.equal(image?.kind, 'image');
    assert.equal(image?.name, 'logo.png');
    assert.deepEqual(image?.content, { type: 'image', mimeType: 'image/png', bytes: png });
    const paper = await place('paper.pdf');
    assert.equal(paper?.kind, 'pdf');
    assert.ok(paper?.content.type === 'resource' && paper.content.bytes !== undefined);
    await assert.rejects(place('tool.bin'), /it is a program \(ELF\)/);
  });

  it('is the names in a folder, without what is ignored or protected', async () => {
    const { place } = make();
    const folder = await place('.');
    assert.equal(folder?.title, './');
    assert.deepEqual(textOf(folder)?.split('\n'), [...shown, '[without 2 protected files]']);
    assert.equal(textOf(await place('src/')), 'a.ts\ndeep/Message-Field.ts');
  });
});

describe('what rules deny', () => {
  const denying = (...denied: readonly string[]) => make([], [], denied);

  it('is no attachment, by its name or as a part of what an editor shows', async () => {
    const { place, attachments, root } = denying('workspace:read_file(src/**)', 'workspace:*(logo.png)');
    const refusal = /Your rules deny reading it. Change them in the setting first/;
    await assert.rejects(place('src/a.ts'), refusal);
    await assert.rejects(place('logo.png'), refusal);
    await assert.rejects(attachments.check({ root, path: 'src/a.ts' }), refusal);
    assert.ok(await place('README.md'));
    assert.ok(await place('.env'));
  });

  it('is left out of folders and of what is found for them, and that is said', async () => {
    const { place, attachments } = denying('workspace:find_files(src/**)');
    const folder = await place('.');
    assert.equal(folder?.note, 'without 2 protected files, without 2 files that your rules deny');
    assert.doesNotMatch(textOf(folder) ?? '', /src/);
    assert.equal(textOf(await place('src')), 'No files.\n[without 2 files that your rules deny]');
    const query = { kinds: 'files', limit: 10, signal: never } as const;
    assert.deepEqual(await attachments.search.find('msgf', query), []);
  });

  it('does not depend on rules about other tools, or about a tool as a whole', async () => {
    const { place } = denying('workspace:read_file', 'workspace:find_files', 'workspace:edit_file(src/**)');
    assert.ok(await place('src/a.ts'));
    assert.equal(textOf(await place('src/')), 'a.ts\ndeep/Message-Field.ts');
  });

  it('refuses where a rule can’t be applied', async () => {
    const { place } = denying(`workspace:read_file(${'a'.repeat(2000)})`);
    await assert.rejects(place('src/a.ts'), /more than \d+ characters/);
  });
});

describe('problems as an attachment', () => {
  const error = { line: 3, severity: 'error', message: 'Broken\nindeed', source: 'ts', code: '1' } as const;
  const warning = { line: 1, severity: 'warning', message: 'Odd' } as const;
  const hint = { line: 1, severity: 'hint', message: 'Never mind' } as const;

  it('begin with those of the file that you are in, errors first, and leave protected files out', async () => {
    const { attachments, root } = make([warning, error, hint], ['src/a.ts', 'README.md', '.env']);
    const attached = await attachments.problems({ root, path: 'README.md' });
    assert.equal(attached.title, '4 problems');
    assert.deepEqual(textOf(attached)?.split('\n'), [
      'README.md:3: error: Broken indeed (ts 1)',
      'README.md:1: warning: Odd',
      'src/a.ts:3: error: Broken indeed (ts 1)',
      'src/a.ts:1: warning: Odd',
      '[without 2 problems in files that are protected or denied]',
    ]);
  });

  it('are said not to be there', async () => {
    const attached = await make([hint]).attachments.problems(undefined);
    assert.deepEqual(
      [attached.title, textOf(attached)],
      ['problems', 'VS Code shows no errors or warnings.'],
    );
  });

  it('are no more than a model can use', async () => {
    const { attachments } = make(Array.from({ length: 150 }, () => error));
    const attached = await attachments.problems(undefined);
    assert.equal(textOf(attached)?.split('\n').length, 101);
    assert.equal(attached.note, 'only 100 of 150');
  });
});

describe('the search for places', () => {
  const query = { kinds: 'files', limit: 10, signal: never } as const;

  it('finds files by parts of their paths, without those that are ignored or protected', async () => {
    const { search } = make().attachments;
    const all = await search.find('', query);
    assert.deepEqual([...all].sort(), shown);
    assert.deepEqual(await search.find('msgf', query), ['src/deep/Message-Field.ts']);
    assert.deepEqual(await search.find('env', query), []);
    assert.deepEqual(await search.find('token', query), []);
  });

  it('finds folders, with a slash at their end', async () => {
    const { search } = make().attachments;
    assert.deepEqual(await search.find('de', { ...query, kinds: 'folders' }), ['src/deep/']);
  });

  it('sees files that have come since', async () => {
    const { attachments, memory } = make();
    await attachments.search.find('', query);
    memory.put('/work/fresh.md', 'new');
    assert.deepEqual(await attachments.search.find('fresh', query), ['fresh.md']);
  });
});

describe('a file outside of the workspace as an attachment', () => {
  it('has the label of its place and its text', async () => {
    const { attachments, labels } = make();
    const labelOf = async (path: string, written: string) =>
      (await attachments.outside({ path, bytes: new TextEncoder().encode(written) })).label;
    await labels.note('fetched', ofOutside('web:example.org'));
    assert.equal((await labelOf('/tmp/notes.txt', 'fetched'))?.integrity, 'outside');
    const key = await labelOf('/home/me/.ssh/id_rsa', 'k');
    assert.deepEqual([key?.confidentiality, key?.read], ['secret', '/home/me/.ssh/id_rsa']);
    assert.equal(await labelOf('/tmp/a.txt', 'a'), undefined);
  });
});
