import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { packagedRipgrep } from '../../src/ensembles/workspace/disk/node-workspace.ts';
import { createWorkspaceSearch } from '../../src/ensembles/workspace/search/search.ts';
import {
  makeTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../ensembles/workspace/temporary-workspace.ts';
import { useTools } from '../ensembles/workspace/tools/use-tools.ts';
import { createMemoryWorkspace } from '../fakes/memory-workspace.ts';

/** Globs and expressions that take an engine that tries one way after the other longer than anybody waits. */

const longName = `${'a'.repeat(60)}.d.ts`;
const longLine = `${'a'.repeat(60)}!`;

const globs = [
  `${'*?'.repeat(18)}Z`,
  `${'*a'.repeat(200)}Z`,
  `**/${'**/'.repeat(100)}Z`,
  `${'a*'.repeat(30)}/${'*a'.repeat(30)}Z`,
  `${'{a,aa}'.repeat(30)}Z`,
  `${'{*,?*}'.repeat(60)}Z`,
  `${'+(a|aa)'.repeat(20)}Z`,
  `+(+(+(+(a))))Z`,
  `*(*(a*)*(a*))Z`,
  `${'!'.repeat(500)}${'*a'.repeat(100)}/Z`,
  `!(${'*a'.repeat(20)})Z`,
  `${'{'.repeat(300)}a,b${'}'.repeat(300)}`,
  `${'('.repeat(490)}${')'.repeat(490)}`,
  `${'{a,b'.repeat(200)}${'}'.repeat(200)}`,
  `{1..1000}${'{0..999}'.repeat(20)}`,
  `${'[a-z]+'.repeat(100)}Z`,
];

const expressions = [
  '(a+)+$',
  '(a|aa)+$',
  '(a*)*b',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*a){20}b',
  '(?:a?){100}a{100}b',
  `${'a*'.repeat(50)}b`,
  '(x+x+)+y',
  '((((a*)*)*)*)*b',
  '(a{1,500}){1,500}b',
  '(?:(?:a{9}){9}){9}b',
  `${'(a|'.repeat(200)}${')'.repeat(200)}+b`,
  '(?=a)(a+)+$',
  '(a+)\\1+$',
];

const ignoreLines = [
  `${'*a'.repeat(30)}b`,
  `${'*?'.repeat(30)}Z`,
  `${'**/'.repeat(60)}b`,
  `${'a*'.repeat(100)}/${'*a'.repeat(100)}`,
  `[${'a-'.repeat(100)}`,
  `${'\\a*'.repeat(90)}b`,
  `${'[a-z]*'.repeat(60)}Z`,
].join('\n');

describe('a pattern that would take another engine for ever', () => {
  let made: TemporaryWorkspace;
  let plain: TemporaryWorkspace;
  const files = { [`deep/er/${longName}`]: longLine, 'x.txt': `${longLine}\n${'x'.repeat(60)}\n` };

  before(async () => {
    made = await makeTemporaryWorkspace();
    plain = await makeTemporaryWorkspace({ ripgrep: false });
    for (const [file, text] of Object.entries(files)) {
      await made.write(file, text);
      await plain.write(file, text);
    }
  });
  after(async () => {
    await made.dispose();
    await plain.dispose();
  });

  /** Wherever patterns are matched: by ripgrep, by ourselves, and in what an editor has not saved yet. */
  function places() {
    const inMemory = createMemoryWorkspace({
      files: Object.fromEntries(Object.entries(files).map(([file, text]) => [`/work/${file}`, text])),
    });
    inMemory.editors.set('/work/x.txt', files['x.txt'] ?? '');
    const [root] = made.workspace.roots;
    assert.ok(root);
    const unsaved = [{ location: { root, path: 'x.txt' }, text: files['x.txt'] ?? '' }];
    const seen = { ...made.workspace, unsaved: () => unsaved };
    return {
      'with ripgrep': made.workspace,
      'without ripgrep': plain.workspace,
      'in a virtual workspace': inMemory,
      'in an editor that is not saved': { ...seen, ...createWorkspaceSearch(seen, packagedRipgrep) },
    };
  }

  for (const place of [
    'with ripgrep',
    'without ripgrep',
    'in a virtual workspace',
    'in an editor that is not saved',
  ] as const) {
    it(`ends as a glob, ${place}`, async () => {
      const { call } = useTools(places()[place]);
      for (const glob of globs) {
        const signal = AbortSignal.timeout(30_000);
        assert.match(await call('find_files', { glob }, signal), nothingOrRefused, glob);
        // With ripgrep, paths are compared in the same way as above.
        if (place === 'with ripgrep') continue;
        assert.match(await call('search_text', { query: '!', glob }, signal), nothingOrRefused, glob);
      }
    });

    it(`ends as an expression, ${place}`, async () => {
      const { call } = useTools(places()[place]);
      for (const query of expressions) {
        await call('search_text', { query, regex: true }, AbortSignal.timeout(30_000));
      }
    });

    it(`says what to do instead of looking around, ${place}`, async () => {
      const { call } = useTools(places()[place]);
      for (const query of ['(?=a)b', '(?<!a)b', '(a)\\1']) {
        assert.match(
          await call('search_text', { query, regex: true }),
          /^search-failed: .*look-ahead.*Use a simpler expression/,
          query,
        );
      }
    });
  }

  it('ends in an ignore file', async () => {
    for (const { write, workspace } of [made, plain]) {
      await write('.gitignore', ignoreLines);
      await write('deep/.ignore', ignoreLines);
      const { call } = useTools(workspace);
      const signal = AbortSignal.timeout(30_000);
      assert.match(await call('find_files', { glob: '*.d.ts' }, signal), /a\.d\.ts$/);
      assert.match(await call('search_text', { query: '!', path: 'deep/er' }, signal), /a!$/);
    }
  });

  it('lets Stop through while it is compared with much text', async () => {
    const lines = `${'ab'.repeat(2000)}\n`.repeat(4000);
    const { call } = useTools(createMemoryWorkspace({ files: { '/work/x.txt': lines } }));
    const stop = new AbortController();
    const searching = call(
      'search_text',
      { query: '(?:.*a){60}(?:a|b){500}c', regex: true },
      stop.signal,
    ).then(
      told => told,
      (cause: unknown) => cause,
    );
    await setTimeout(1);
    stop.abort();
    assert.equal(await searching, stop.signal.reason);
  });
});

const nothingOrRefused = /^(No (file|line) matches|bad-arguments: |search-failed: )/;
