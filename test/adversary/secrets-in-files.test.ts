import assert from 'node:assert/strict';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import type { PermissionQuestion } from '../../src/converser/words/permission/permission-question.ts';
import {
  makeTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../ensembles/workspace/temporary-workspace.ts';
import { type Answer, answerOf } from '../fakes/fake-approvals.ts';
import { createWorkspaceCalls } from './workspace-calls.ts';

const key = 'KEY-7c1f';

const places = [
  '.env',
  '.env.local',
  'config/.env.production',
  '.ENV',
  '.ssh/id_ed25519',
  'deploy/id_rsa',
  'certs/server.key',
  'certs/Server.PEM',
  '.aws/credentials',
  '.docker/config.json',
  '.netrc',
  '.git-credentials',
  'signing/release.keystore',
  '.kube/config',
];
const ordinary = ['.env.example', 'src/keys.ts', 'docs/env.md', 'id_rsa.pub', 'monkey.txt', 'keyboard.json'];

for (const ripgrep of [true, false])
  describe(`keys in files${ripgrep ? '' : ', without ripgrep'}`, () => {
    let made: TemporaryWorkspace;
    let asked: PermissionQuestion[];
    beforeEach(async () => {
      made = await makeTemporaryWorkspace({ ripgrep });
      asked = [];
      for (const place of places) await made.write(place, `TOKEN=${key}\n`);
      for (const place of ordinary) await made.write(place, 'TOKEN=public\n');
    });
    afterEach(() => made.dispose());

    async function call(name: string, args: JsonObject, answer: Answer = 'deny', meanwhile = async () => {}) {
      const calls = await createWorkspaceCalls(made.workspace, {
        // Whatever is allowed beforehand.
        rules: { 'workspace:*': 'allow', 'workspace:read_file': 'allow', 'workspace:search_text': 'allow' },
        approver: {
          async ask(question) {
            asked.push(question);
            await meanwhile();
            return answerOf(answer);
          },
        },
      });
      return (await calls.call(name, args)).text;
    }

    it('are read only after a question about exactly that call', async () => {
      for (const place of places) {
        asked = [];
        assert.doesNotMatch(await call('read_file', { path: place }), new RegExp(key), place);
        assert.match(asked[0]?.reason ?? '', /is a protected place: .* holds keys/, place);
        assert.deepEqual(asked[0]?.scopes, ['once'], place);
        assert.match(await call('read_file', { path: place }, 'once'), new RegExp(key), place);
      }
    });

    it('are not asked about where there are none', async () => {
      for (const place of ordinary) assert.match(await call('read_file', { path: place }), /public/, place);
      await call('list_directory', {});
      await call('find_files', { glob: '**/.env*' });
      assert.deepEqual(asked, []);
    });

    it('are left out of a search, which says so and finds the rest', async () => {
      const found = await call('search_text', { query: 'TOKEN', include_ignored: true });
      assert.doesNotMatch(found, new RegExp(key));
      for (const place of ordinary) assert.match(found, new RegExp(`${place}:1`));
      assert.match(found, /\[Left out as protected: \d+ files \(/);
      const none = await call('search_text', { query: key });
      assert.match(none, /^No line matches .*\n\[Left out as protected: \d+ files \(/);
      // What is left out is no answer to the question whether something is in it.
      const left = (text: string) => /\[Left out.*/.exec(text)?.[0];
      const other = await call('search_text', { query: 'No such thing' });
      assert.equal(left(none), left(other));
      assert.doesNotMatch(none, /TOKEN=/);
      assert.deepEqual(asked, []);
    });

    it('do not use up the places of a list', async () => {
      await made.write('.env', 'TOKEN\n'.repeat(500));
      const first = await call('search_text', { query: 'TOKEN', limit: 2 });
      const second = await call('search_text', { query: 'TOKEN', limit: 2, offset: 2 });
      const lines = [first, second].flatMap(text => text.split('\n').filter(line => /:1: /.test(line)));
      assert.equal(new Set(lines).size, 4, `${first}\n${second}`);
    });

    it('are searched by their path after a question', async () => {
      assert.doesNotMatch(await call('search_text', { query: 'TOKEN', path: '.env' }), new RegExp(key));
      assert.equal(asked.length, 1);
      assert.match(await call('search_text', { query: 'TOKEN', path: '.ssh' }, 'once'), new RegExp(key));
    });

    it('are not reached through links, also when those are swapped after the question', async () => {
      await symlink('.env', path.join(made.root, 'readme.txt'));
      await symlink('.ssh', path.join(made.root, 'docs-2'));
      for (const [name, args] of [
        ['read_file', { path: 'readme.txt' }],
        ['read_file', { path: 'docs-2/id_ed25519' }],
        ['search_text', { query: 'TOKEN', path: 'docs-2' }],
      ] as const) {
        asked = [];
        assert.doesNotMatch(await call(name, args), new RegExp(key));
        assert.equal(asked.length, 1, JSON.stringify(args));
      }
      // A question about one file does not open another.
      await made.write('.env.test', 'TOKEN=harmless\n');
      await symlink('.env.test', path.join(made.root, 'way'));
      const swap = async () => {
        await rm(path.join(made.root, 'way'));
        await symlink('.env', path.join(made.root, 'way'));
      };
      assert.doesNotMatch(await call('read_file', { path: 'way' }, 'once', swap), new RegExp(key));
      await mkdir(path.join(made.root, 'empty'));
      assert.match(await call('read_file', { path: 'empty/.env' }, 'once'), /empty\/\.env/);
    });
  });
