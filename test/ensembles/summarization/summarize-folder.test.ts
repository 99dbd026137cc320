import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { ofOutside } from '../../../src/converser/words/labels/label.ts';
import { createKeptLabels } from '../../../src/ensembles/workspace/kept-labels.ts';
import { createAddedPlaces } from '../../../src/ensembles/workspace/protection/added-places.ts';
import { createMemoryWorkspace } from '../../fakes/memory-workspace.ts';
import { invokes } from '../../fakes/scripted-model.ts';
import { runSummary, type SummaryScene } from './run-summary.ts';

const files = {
  '/work/.gitignore': 'dist/\n',
  '/work/README.md': 'Read me.\n',
  '/work/src/a.ts': 'const a = 1;\n',
  '/work/src/deep/b.ts': 'const b = 2;\n',
  '/work/src/.env': 'TOKEN=of-mine\n',
  '/work/src/empty.ts': ' \n',
  '/work/dist/out.js': 'built\n',
};

const summarize = (args: JsonObject) => invokes(['summarization__summarize_folder', args]);
const run = (args: JsonObject, scene: Partial<SummaryScene> = {}) =>
  runSummary({ workspace: createMemoryWorkspace({ files }), rounds: [summarize(args)], ...scene });

describe('summarize_folder', () => {
  it('has the model read the text files in one request, each under its name, and says what it left out', async () => {
    const { asked, said } = await run({ path: 'src' });
    assert.equal(asked.length, 1);
    const both = '===== src/a.ts =====\nconst a = 1;\n\n===== src/deep/b.ts =====\nconst b = 2;\n';
    assert.ok(asked[0]?.text.includes(both), asked[0]?.text);
    assert.doesNotMatch(asked[0]?.text ?? '', /of-mine|empty\.ts|Read me/);
    const left = '[Not in this summary: src/.env, about which the user is asked when you name the file.]';
    assert.equal(said, `${left}\n\nSummary.\n\n[A summary of 2 files in src, by Scripted model.]`);
  });

  it('takes the whole workspace without a path, and no ignored files unless they are wanted', async () => {
    const whole = await run({ glob: '*.{js,md}' });
    assert.match(whole.said, /\[A summary of 1 file in the workspace, by/);
    const all = await run({ glob: '*.{js,md}', include_ignored: true });
    assert.match(all.asked[0]?.text ?? '', /===== dist\/out\.js =====\nbuilt/);
  });

  it('leaves out the places that you protect yourself, and asks about one that is named', async () => {
    const addedPlaces = createAddedPlaces({ read: () => ['src/deep'], place: 'the setting' });
    const { asked, said } = await run({ path: 'src' }, { addedPlaces });
    assert.doesNotMatch(asked[0]?.text ?? '', /const b/);
    assert.match(said, /src\/\.env, src\/deep\/b\.ts, about which the user is asked/);
    const named = await run({ path: 'src/deep' }, { addedPlaces, answers: ['once'] });
    assert.equal(named.questions.length, 1);
    assert.match(named.asked[0]?.text ?? '', /const b = 2/);
    assert.equal(named.results[0]?.label?.confidentiality, 'secret');
    assert.deepEqual((await run({ path: 'src/deep' }, { addedPlaces, answers: ['deny'] })).asked, []);
  });

  it('leaves out what is not text', async () => {
    const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
    const workspace = createMemoryWorkspace({ files: { ...files, '/work/src/logo.png': bytes } });
    const { said } = await run({ path: 'src' }, { workspace });
    assert.match(said, /src\/logo\.png, not text\./);
  });

  it('says that nothing matches, and asks nothing', async () => {
    const { said, asked } = await run({ path: 'src', glob: '*.py' });
    assert.match(said, /^src has no text file that matches "\*\.py"\./);
    assert.deepEqual(asked, []);
  });

  it('takes no more of a long file than one part, so that it does not crowd out the others', async () => {
    const long = 'It goes on and on.\n'.repeat(5_000);
    const workspace = createMemoryWorkspace({ files: { '/work/a.lock': long, '/work/b.md': 'Short.\n' } });
    const { asked, said } = await run({}, { workspace, window: 8_192 });
    assert.match(said, /\[Not in this summary: all but the beginning of a\.lock\.\]/);
    assert.ok(asked.some(({ text }) => text.includes('Short.')));
    assert.ok(asked.length <= 3, `${asked.length}`);
  });

  it('stops at 24 parts, and says how many files it did not get to', async () => {
    const names = Array.from({ length: 200 }, (_, at) => `/work/${String(at).padStart(3, '0')}.md`);
    const many = Object.fromEntries(names.map(name => [name, 'Some words to read.\n'.repeat(60)]));
    const workspace = createMemoryWorkspace({ files: many });
    const { asked, said } = await run({}, { workspace, window: 1_500 });
    assert.equal(asked.length, 24);
    const [, left = ''] = /(\d+) more files, too much for one call\./.exec(said) ?? [];
    const [, read = ''] = /A summary of (\d+) files in the workspace/.exec(said) ?? [];
    assert.equal(Number(left) + Number(read), 200);
  });

  it('reads nothing that rules deny, also through a glob', async () => {
    const rules = { 'summarization:*': 'allow', 'summarization:*(src/deep/**)': 'deny' } as const;
    const { said, asked } = await run({ path: 'src' }, { rules });
    assert.match(said, /denies|not allowed|src\/deep/);
    assert.deepEqual(asked, []);
    const other = await run({ glob: 'README.md', path: 'src/deep' }, { rules });
    assert.deepEqual(other.asked, []);
  });

  it('is as untrusted as the worst of what it read', async () => {
    const labels = createKeptLabels();
    await labels.note(files['/work/src/deep/b.ts'], ofOutside('web:evil.example'));
    const tainted = await run({ path: 'src' }, { labels });
    assert.deepEqual(tainted.results[0]?.label, {
      integrity: 'outside',
      sources: ['web:evil.example'],
      confidentiality: 'workspace',
      read: 'src/deep/b.ts',
    });
    const clean = await run({ path: 'src', glob: 'a.ts' }, { labels });
    assert.equal(clean.asked.length, 1);
    assert.equal(clean.results[0]?.label, undefined);
  });
});
