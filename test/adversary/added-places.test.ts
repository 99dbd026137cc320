/** What you protect beside what is known by its name, under all the names that some file system takes for the same. */

import assert from 'node:assert/strict';
import { readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import type { Root } from '../../src/converser/words/workspace/workspace.ts';
import { createAddedPlaces } from '../../src/ensembles/workspace/protection/added-places.ts';
import { processorTime } from '../processor-time.ts';
import { answering, eachWorkspace } from './each-workspace.ts';
import { createWorkspaceCalls } from './workspace-calls.ts';

const root: Root = { name: 'app', path: 'C:/Users/me/app', rules: { foldsCase: true, windows: true } };

const spellings: Readonly<Record<string, readonly string[]>> = {
  'secrets/**': [
    'SECRETS/key.txt',
    'Secrets./key.txt',
    'secrets /key.txt',
    'secrets::$INDEX_ALLOCATION/key.txt',
    'secrets/key.txt::$DATA',
    'sec\u200brets/key.txt',
    'ｓｅｃｒｅｔｓ/key.txt',
    'ſecretſ/key.txt',
    'secrets\\key.txt',
    'SECRET~1/key.txt',
    'SE3F2A~1/KEY~1.TXT',
  ],
  'Infra/Prod/**': [
    'infra/prod/main.tf',
    'INFRA/PROD/main.tf',
    'INFRA./prod./main.tf',
    'infra/PROD~1/main.tf',
  ],
  'Überraschung/*.md': ['überraschung/a.md', 'u\u0308berraschung/a.md', 'U\u0308BERRASCHUNG/A.MD'],
  '**/*.keystore2': ['a/b.KEYSTORE2', 'a/b.keystore2.', 'a/B~1.KEY', 'a/b.keystore2:stream'],
  '{vault,safe}/[a-m]*': ['VAULT/alpha', 'safe/Beta.txt', 'VAULT~1/alpha'],
  'ends.with.dots./**': ['ends.with.dots./x', 'Ends.With.Dots/x'],
  'C:\\Users\\me\\app\\private': ['private/x', 'PRIVATE/x'],
};

describe('a place that you protect', () => {
  for (const [glob, paths] of Object.entries(spellings)) {
    it(`is protected under every name, as with ${glob}`, async () => {
      const why = await createAddedPlaces({ read: () => [glob], place: 'x' }).now();
      for (const each of paths) assert.ok(why({ root, path: each }), each);
    });
  }

  it('takes no time to compare, however a folder writes its globs', async () => {
    const nasty = ['(a|a)*(a|a)*(a|a)*b', '**/**/**/*a*a*a*a*a*a*a*b', '+(+(+(a)))c', `${'a*'.repeat(400)}b`];
    const why = await createAddedPlaces({ read: () => nasty, place: 'x' }).now();
    const begun = processorTime();
    why({ root, path: `${'a/'.repeat(1_000)}${'a'.repeat(2_000)}` });
    assert.ok(processorTime() - begun < 1_000);
  });
});

describe('calls on a place that you protect', () => {
  const made = eachWorkspace({ ripgrep: false });
  beforeEach(async () => {
    await made.write('prod/keys/live.txt', 'old secret');
    await made.write('src/app.ts', 'old');
    await symlink('prod/keys', path.join(made.root, 'way'));
    await symlink('../prod/keys/live.txt', path.join(made.root, 'src', 'plain.txt'));
  });

  /** Everything is allowed, and no question is answered with yes unless that is said here. */
  async function calls(protect: () => readonly unknown[], approver = answering('deny')) {
    const all = await createWorkspaceCalls(made.workspace, {
      approver,
      rules: { 'workspace:*': 'allow' },
      protect,
    });
    return { ...all, asked: () => approver.asked.map(({ reason }) => reason) };
  }

  for (const [title, tool, args] of [
    ['read', 'read_file', { path: 'prod/keys/live.txt' }],
    ['read through a link to the folder', 'read_file', { path: 'way/live.txt' }],
    ['read through a link to the file', 'read_file', { path: 'src/plain.txt' }],
    ['read by a path that turns back', 'read_file', { path: 'src/../prod/./keys//live.txt' }],
    ['searched by name', 'search_text', { query: 'secret', path: 'prod/keys/live.txt' }],
    ['searched as a folder', 'search_text', { query: 'secret', path: 'way' }],
    ['written', 'write_file', { path: 'prod/keys/new.txt', content: 'x' }],
    ['written through a link', 'write_file', { path: 'way/live.txt', content: 'x' }],
    ['moved away', 'move_file', { path: 'prod/keys/live.txt', new_path: 'live.txt' }],
    ['moved away with the folder above', 'move_file', { path: 'prod', new_path: 'production' }],
    ['moved in', 'move_file', { path: 'src/app.ts', new_path: 'prod/keys/app.ts' }],
    ['deleted', 'delete_file', { path: 'prod/keys/live.txt' }],
    ['deleted with the folder above', 'delete_file', { path: 'prod' }],
    ['asked about', 'ask_about', { path: 'way/live.txt', question: 'Is it old?', answer: 'boolean' }],
  ] as const satisfies readonly (readonly [string, string, JsonObject])[]) {
    it(`ask before it is ${title}, whatever was allowed`, async () => {
      const { call, asked } = await calls(() => ['prod/keys/**']);
      assert.doesNotMatch((await call(tool, args)).text, /old secret/);
      assert.equal(asked().length, 1);
      assert.match(asked()[0] ?? '', /is a protected place: it matches prod\/keys\/\*\* in the setting\./);
      assert.equal(await readFile(path.join(made.root, 'prod/keys/live.txt'), 'utf8'), 'old secret');
    });
  }

  it('ask before a folder is moved where what it holds is protected', async () => {
    const { call, asked } = await calls(() => ['vault/**/live.txt']);
    await call('move_file', { path: 'prod', new_path: 'vault' });
    assert.deepEqual(asked(), [
      'vault/keys/live.txt is a protected place: it matches vault/**/live.txt in the setting.',
    ]);
  });

  it('label what is read there as secret, once you allow it', async () => {
    const { resultOf } = await calls(() => ['prod/keys'], answering('once'));
    const { label } = await resultOf('read_file', { path: 'way/live.txt' });
    assert.equal(label?.confidentiality, 'secret');
    assert.equal((await resultOf('read_file', { path: 'src/app.ts' })).label?.confidentiality, undefined);
  });

  it('are refused where a link is swapped to it after the call was permitted', async () => {
    await made.write('prod/keys/other.txt', 'also secret');
    const way = path.join(made.root, 'way.txt');
    // A question about one protected file does not open another.
    for (const before of ['src/app.ts', 'prod/keys/other.txt']) {
      await symlink(before, way);
      const { call } = await createWorkspaceCalls(made.workspace, {
        approver: answering('once', async () => {
          await rm(way);
          await symlink('prod/keys/live.txt', way);
        }),
        rules: { 'workspace:read_file': 'ask' },
        protect: () => ['prod/keys'],
      });
      const { text } = await call('read_file', { path: 'way.txt' });
      assert.match(text, /the user was not asked about this: prod\/keys\/live\.txt is a protected place/);
      await rm(way);
    }
  });

  it('are refused where the place came to be protected after the call was permitted', async () => {
    const globs: string[] = [];
    const protecting = answering('once', async () => globs.push('src'));
    for (const [tool, args] of [
      ['read_file', { path: 'src/app.ts' }],
      ['write_file', { path: 'src/app.ts', content: 'new' }],
    ] as const) {
      globs.length = 0;
      const { call } = await createWorkspaceCalls(made.workspace, {
        approver: protecting,
        rules: { [`workspace:${tool}`]: 'ask' },
        protect: () => globs,
      });
      assert.match((await call(tool, args)).text, /the user was not asked about this: src\/app\.ts/);
    }
    assert.equal(await readFile(path.join(made.root, 'src/app.ts'), 'utf8'), 'old');
  });

  it('ask about every place while a glob is wrong, and name the setting', async () => {
    const { call, asked } = await calls(() => ['prod/keys', '!prod/keys/public']);
    await call('read_file', { path: 'src/app.ts' });
    assert.match(
      asked()[0] ?? '',
      /^src\/app\.ts is a protected place: every place is, until the setting is corrected/,
    );
  });
});
