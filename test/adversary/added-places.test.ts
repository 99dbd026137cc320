/** What you protect beside what is known by its name, under all the names that some file system takes for the same. */

import assert from 'node:assert/strict';
import { readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import type { Approver } from '../../src/converser/words/permission/approver.ts';
import type { Root } from '../../src/converser/words/workspace/workspace.ts';
import { createAddedPlaces } from '../../src/ensembles/workspace/protection/added-places.ts';
import {
  makeTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../ensembles/workspace/temporary-workspace.ts';
import { answerOf } from '../fakes/fake-approvals.ts';
import { processorTime } from '../processor-time.ts';
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
  let made: TemporaryWorkspace;
  let asked: string[];
  beforeEach(async () => {
    made = await makeTemporaryWorkspace({ ripgrep: false });
    asked = [];
    await made.write('prod/keys/live.txt', 'old secret');
    await made.write('src/app.ts', 'old');
    await symlink('prod/keys', path.join(made.root, 'way'));
    await symlink('../prod/keys/live.txt', path.join(made.root, 'src', 'plain.txt'));
  });
  afterEach(() => made.dispose());

  const everything = [
    'read_file',
    'write_file',
    'edit_file',
    'move_file',
    'delete_file',
    'search_text',
    'ask_about',
  ];
  const denying: Approver = {
    ask: async ({ reason }) => {
      asked.push(reason);
      return answerOf('deny');
    },
  };
  const calls = (protect: () => readonly unknown[], approver: Approver = denying) =>
    createWorkspaceCalls(made.workspace, { approver, allowed: everything, protect });

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
      const { call } = await calls(() => ['prod/keys/**']);
      assert.doesNotMatch((await call(tool, args)).text, /old secret/);
      assert.equal(asked.length, 1);
      assert.match(asked[0] ?? '', /is a protected place: it matches prod\/keys\/\*\* in the setting\./);
      assert.equal(await readFile(path.join(made.root, 'prod/keys/live.txt'), 'utf8'), 'old secret');
    });
  }

  it('ask before a folder is moved where what it holds is protected', async () => {
    const { call } = await calls(() => ['vault/**/live.txt']);
    await call('move_file', { path: 'prod', new_path: 'vault' });
    assert.deepEqual(asked, [
      'vault/keys/live.txt is a protected place: it matches vault/**/live.txt in the setting.',
    ]);
  });

  it('label what is read there as secret, once you allow it', async () => {
    const { resultOf } = await calls(() => ['prod/keys'], { ask: async () => answerOf('once') });
    const { label } = await resultOf('read_file', { path: 'way/live.txt' });
    assert.equal(label?.confidentiality, 'secret');
    assert.equal((await resultOf('read_file', { path: 'src/app.ts' })).label?.confidentiality, undefined);
  });

  it('are refused where a link is swapped to it after the call was permitted', async () => {
    await made.write('box/plain.txt', 'harmless');
    const swap: Approver = {
      ask: async () => {
        await rm(path.join(made.root, 'box/plain.txt'));
        await symlink('../prod/keys/live.txt', path.join(made.root, 'box/plain.txt'));
        return answerOf('once');
      },
    };
    const { call } = await createWorkspaceCalls(made.workspace, {
      approver: swap,
      rules: { 'workspace:read_file': 'ask' },
      protect: () => ['prod/keys'],
    });
    const { text } = await call('read_file', { path: 'box/plain.txt' });
    assert.match(text, /the user was not asked about this: prod\/keys\/live\.txt is a protected place/);
  });

  it('are refused where the place came to be protected after the call was permitted', async () => {
    const globs: string[] = [];
    const protecting: Approver = {
      ask: async () => {
        globs.push('src');
        return answerOf('once');
      },
    };
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
    const { call } = await calls(() => ['prod/keys', '!prod/keys/public']);
    await call('read_file', { path: 'src/app.ts' });
    assert.match(
      asked[0] ?? '',
      /^src\/app\.ts is a protected place: every place is, until the setting is corrected/,
    );
  });
});
