/** Searches and lists over a folder of which rules deny a part, or in which keys lie. */

import assert from 'node:assert/strict';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import type { PermissionQuestion } from '../../src/converser/words/permission/permission-question.ts';
import type { PermissionRule } from '../../src/converser/words/permission/rules.ts';
import type { Workspace } from '../../src/converser/words/workspace/workspace.ts';
import type { Answer } from '../fakes/fake-approvals.ts';
import { createMemoryWorkspace } from '../fakes/memory-workspace.ts';
import { answering, eachWorkspace } from './each-workspace.ts';
import { createWorkspaceCalls } from './workspace-calls.ts';

type Rules = Readonly<Record<string, PermissionRule>>;

const looks: Readonly<Record<string, JsonObject>> = {
  search_text: { query: 'needle' },
  find_files: { glob: '*.txt' },
  list_directory: {},
};

for (const ripgrep of [true, false]) {
  describe(`what a rule denies in a folder that is looked through, ${ripgrep ? 'with' : 'without'} ripgrep`, () => {
    const made = eachWorkspace({ ripgrep });
    beforeEach(async () => {
      for (const file of ['open/a.txt', 'secret/b.txt', 'secret/deep/c.txt', 'top.txt', 'open/secret/d.txt'])
        await made.write(file, 'needle\n');
      await symlink('secret', path.join(made.root, 'link'));
    });

    const textOf = async (rules: Rules, tool: string, args: JsonObject, answer: Answer = 'deny') => {
      const approver = answering(answer);
      return (await (await createWorkspaceCalls(made.workspace, { rules, approver })).call(tool, args)).text;
    };

    for (const [pattern, shown, denied] of [
      ['secret/**', ['open/a.txt', 'open/secret/d.txt', 'top.txt'], 2],
      ['secret/*', ['open/a.txt', 'open/secret/d.txt', 'top.txt'], 2],
      ['/secret', ['open/a.txt', 'open/secret/d.txt', 'top.txt'], 2],
      ['secret', ['open/a.txt', 'top.txt'], 3],
      ['**/deep', ['open/a.txt', 'open/secret/d.txt', 'secret/b.txt', 'top.txt'], 1],
      ['[b-d].txt', ['open/a.txt', 'top.txt'], 3],
      ['!open/**', ['open/a.txt', 'open/secret/d.txt'], 3],
      ['{secret,top*}', ['open/a.txt'], 4],
    ] as const) {
      it(`is left out of searches and counted, as with ${pattern}`, async () => {
        const rules: Rules = { 'workspace:*': 'allow', [`workspace:*(${pattern})`]: 'deny' };
        const files = `[Left out because a rule of the user denies it: ${denied} file${denied === 1 ? '' : 's'}.]`;
        const found = await textOf(rules, 'find_files', { glob: '*.txt' });
        assert.deepEqual(found.split('\n'), [...shown, files]);
        const searched = await textOf(rules, 'search_text', { query: 'NEEDLE' });
        assert.deepEqual(searched.split('\n'), [...shown.map(file => `${file}:1: needle`), files]);
      });
    }

    it('is left out of lists, as names of files and of folders', async () => {
      const rules: Rules = { 'workspace:*(secret/**)': 'deny', 'workspace:*(/top.*)': 'deny' };
      const all = await textOf(rules, 'list_directory', {});
      assert.equal(all, 'link/ (link)\nopen/\n[Left out because a rule of the user denies it: 2 names.]');
      assert.match(await textOf(rules, 'list_directory', { path: 'secret' }), /is denied by the rule/);
      assert.match(await textOf(rules, 'list_directory', { path: 'link' }), /is denied by the rule/);
    });

    it('is left out whatever allows the rest, and whatever comes after the rule', async () => {
      for (const rules of [
        { 'workspace:*(secret/**)': 'deny', 'workspace:*': 'allow' },
        { 'workspace:*(secret/**)': 'deny', 'workspace:*(**)': 'allow' },
        { 'workspace:*(secret/**)': 'deny', 'workspace:*': 'ask' },
        { 'workspace:*(secret/**)': 'deny', 'workspace:*(open/**)': 'ask' },
      ] as const satisfies readonly Rules[]) {
        for (const answer of ['once', 'turn', 'conversation', 'workspace'] as const) {
          const text = await textOf(rules, 'search_text', { query: 'needle' }, answer);
          assert.match(text, /open\/a\.txt:1/, JSON.stringify(rules));
          assert.doesNotMatch(text, /^secret\//m, JSON.stringify(rules));
        }
      }
    });

    it('makes no answer out of what is left out', async () => {
      const rules: Rules = { 'workspace:*(secret/**)': 'deny' };
      await made.write('secret/b.txt', 'password = hunter2\n');
      const guesses = ['password = h', 'password = x', '^password', 'hunter2$'];
      const told = await Promise.all(
        guesses.map(query => textOf(rules, 'search_text', { query, regex: true, path: '.' })),
      );
      const plain = told.map((text, index) => text.replace(JSON.stringify(guesses[index]), '…'));
      assert.equal(new Set(plain).size, 1, told.join('\n'));
    });

    it('does not use up the places of a list', async () => {
      const rules: Rules = { 'workspace:*(secret/**)': 'deny' };
      await made.write('secret/b.txt', 'needle\n'.repeat(300));
      const first = await textOf(rules, 'search_text', { query: 'needle', limit: 2 });
      const rest = await textOf(rules, 'search_text', { query: 'needle', limit: 2, offset: 2 });
      assert.deepEqual(
        [first, rest].flatMap(text => text.split('\n').filter(line => line.endsWith(': needle'))),
        ['open/a.txt:1: needle', 'open/secret/d.txt:1: needle', 'top.txt:1: needle'],
      );
    });

    it('denies the call where nothing else is left, under any name', async () => {
      const rules: Rules = { 'workspace:*': 'allow', 'workspace:*(secret/**)': 'deny' };
      for (const [tool, args] of Object.entries(looks)) {
        for (const name of ['secret', 'link', 'secret/deep', 'link/deep', 'open/../secret', './secret/'])
          assert.match(
            await textOf(rules, tool, { ...args, path: name }),
            /is denied by the rule workspace:\*\(secret\/\*\*\)/,
            `${tool} ${name}`,
          );
      }
    });

    it('is left out where it is reached by another name of the folder above', async () => {
      await symlink('.', path.join(made.root, 'again'));
      const rules: Rules = { 'workspace:*': 'allow', 'workspace:*(secret/**)': 'deny' };
      const found = await textOf(rules, 'search_text', { query: 'needle', path: 'again' });
      assert.match(found, /^again\/open\/a\.txt:1/);
      assert.doesNotMatch(found, /^again\/secret/m);
      assert.match(found, /denies it: 2 files/);
      assert.doesNotMatch(await textOf(rules, 'list_directory', { path: 'again' }), /secret/);
      const named: Rules = { 'workspace:*': 'allow', 'workspace:*(again/secret/**)': 'deny' };
      assert.doesNotMatch(await textOf(named, 'find_files', { glob: '*', path: 'again' }), /^again\/secret/m);
    });

    it('still refuses what changes or reads a single place', async () => {
      const rules: Rules = { 'workspace:*': 'allow', 'workspace:*(secret/**)': 'deny' };
      for (const [tool, args] of [
        ['read_file', { path: 'secret/b.txt' }],
        ['delete_file', { path: 'secret' }],
        ['move_file', { path: 'secret', new_path: 'open/hidden' }],
        ['move_file', { path: 'open', new_path: 'secret' }],
        ['move_file', { path: 'open', new_path: 'secret/open' }],
        ['search_text', { query: 'needle', path: 'secret/b.txt' }],
        ['search_text', { query: 'needle', path: 'link/b.txt' }],
      ] as const)
        assert.match(await textOf(rules, tool, args), /is denied by the rule/, tool);
    });
  });

  describe(`keys in a folder that is looked through, ${ripgrep ? 'with' : 'without'} ripgrep`, () => {
    const made = eachWorkspace({ ripgrep });
    let asked: readonly PermissionQuestion[];
    beforeEach(async () => {
      asked = [];
      for (const file of [
        '.env',
        '.ssh/id_rsa',
        'app/.env.local',
        'app/main.txt',
        'vault/one.txt',
        'top.txt',
      ])
        await made.write(file, 'needle\n');
    });

    /** Whatever is allowed beforehand, questions are answered like this. */
    async function call(tool: string, args: JsonObject, answer: Answer = 'deny'): Promise<string> {
      const approver = answering(answer);
      const options = { approver, protect: () => ['vault/**'], rules: { 'workspace:*': 'allow' } } as const;
      const { text } = await (await createWorkspaceCalls(made.workspace, options)).call(tool, args);
      asked = [...asked, ...approver.asked];
      return text;
    }

    it('are read only once the user allows exactly that call', async () => {
      for (const path of ['.env', '.ssh/id_rsa']) {
        asked = [];
        assert.doesNotMatch(await call('read_file', { path }), /needle/, path);
        assert.match(asked[0]?.reason ?? '', /is a protected place: .* holds keys/, path);
        assert.deepEqual(asked[0]?.scopes, ['once'], path);
        assert.match(await call('read_file', { path }, 'once'), /needle/, path);
      }
    });

    it('say nothing of what is in them by how they are left out', async () => {
      await made.write('.env', 'TOKEN\n');
      const [found, none] = [
        await call('search_text', { query: 'TOKEN' }),
        await call('search_text', { query: 'x' }),
      ];
      assert.equal(found.replace('TOKEN', 'x'), none);
    });

    it('do not use up the places of a list', async () => {
      await made.write('.env', 'needle\n'.repeat(500));
      assert.match(
        await call('search_text', { query: 'needle', limit: 1, offset: 1 }),
        /^top\.txt:1: needle$/m,
      );
    });

    it('are left out, counted and named, and nothing is asked', async () => {
      const names = '(.env, .ssh/id_rsa, app/.env.local, vault/one.txt)';
      const note = `[Left out as protected: 4 files ${names}. Name one by its path, and the user is asked.]`;
      assert.equal(
        await call('search_text', { query: 'needle' }),
        `app/main.txt:1: needle\ntop.txt:1: needle\n${note}`,
      );
      assert.equal(await call('find_files', { glob: '**' }), `app/main.txt\ntop.txt\n${note}`);
      assert.equal(
        await call('list_directory', {}),
        'app/\ntop.txt\n[Left out as protected: 3 names (.env, .ssh, vault). Name one by its path, and the user is asked.]',
      );
      assert.equal(await call('find_files', { glob: '*.txt', path: 'app' }), 'app/main.txt');
      assert.deepEqual(asked, []);
    });

    it('are looked through by their path, once the user allows it', async () => {
      for (const [tool, args] of Object.entries(looks)) {
        for (const place of ['vault', '.ssh']) {
          asked = [];
          const about = { ...args, path: place, ...(tool === 'find_files' && { glob: '*' }) };
          assert.match(await call(tool, about), /not allowed to run/, `${tool} ${place}`);
          assert.match(asked[0]?.reason ?? '', new RegExp(`^${place} is a protected place: `));
          assert.match(await call(tool, about, 'once'), /one\.txt|id_rsa/, `${tool} ${place}`);
        }
      }
    });

    it('are left out where a link is swapped to them after the call was permitted', async () => {
      await mkdir(path.join(made.root, 'box'));
      const approver = answering('once', async () => {
        await rm(path.join(made.root, 'box/way'));
        await symlink('../vault', path.join(made.root, 'box/way'));
      });
      for (const [tool, args] of Object.entries(looks)) {
        await rm(path.join(made.root, 'box/way'), { force: true });
        await symlink('../app', path.join(made.root, 'box/way'));
        const rules: Rules = { [`workspace:${tool}`]: 'ask' };
        const calls = await createWorkspaceCalls(made.workspace, {
          approver,
          rules,
          protect: () => ['vault/**'],
        });
        const { text } = await calls.call(tool, { ...args, path: 'box/way' });
        assert.doesNotMatch(text, /^(box\/way\/)?one\.txt/m, `${tool}: ${text}`);
      }
    });
  });
}

describe('what a rule denies in the memory of an editor, and in one of several folders', () => {
  const files = {
    '/one/a.txt': 'needle',
    '/one/secret/b.txt': 'saved',
    '/one/.env': 'saved',
    '/two/secret/c.txt': 'needle',
  };

  async function callsOn(workspace: Workspace, rules: Rules) {
    return createWorkspaceCalls(workspace, { rules: { 'workspace:*': 'allow', ...rules } });
  }

  it('is left out where only the editor has it', async () => {
    const workspace = createMemoryWorkspace({ roots: ['one'], files });
    workspace.editors.set('/one/secret/b.txt', 'an unsaved needle');
    workspace.editors.set('/one/.env', 'an unsaved needle');
    const { call } = await callsOn(workspace, { 'workspace:*(secret/**)': 'deny' });
    assert.equal(
      (await call('search_text', { query: 'needle' })).text,
      [
        'a.txt:1: needle',
        '[Left out as protected: 1 file (.env). Name one by its path, and the user is asked.]',
        '[Left out because a rule of the user denies it: 1 file.]',
      ].join('\n'),
    );
  });

  it('is left out of a search through all folders, of which one is denied', async () => {
    const workspace = createMemoryWorkspace({ roots: ['one', 'two'], files });
    const { call } = await callsOn(workspace, { 'workspace:*(two/**)': 'deny' });
    const { text } = await call('search_text', { query: 'needle' });
    assert.match(text, /^one\/a\.txt:1: needle\n/);
    assert.doesNotMatch(text, /two/);
    assert.match(text, /denies it: 1 file\.\]$/);
    assert.match((await call('search_text', { query: 'needle', path: 'two' })).text, /is denied by the rule/);
  });

  it('is left out of problems and symbols, and no count says how many there are', async () => {
    const memory = createMemoryWorkspace({ roots: ['one'], files });
    const [root] = memory.roots;
    assert.ok(root);
    const places = ['a.txt', 'secret/b.txt', '.env'].map(place => ({ root, path: place }));
    const workspace: Workspace = {
      ...memory,
      diagnostics: async () =>
        places.map(location => ({ location, line: 1, severity: 'error', message: `In ${location.path}.` })),
      symbols: async () =>
        places.map(location => ({
          ...{ location, name: 'token', kind: 'constant', startLine: 1, endLine: 1, depth: 0 },
        })),
    };
    const { call } = await callsOn(workspace, { 'workspace:*(secret/**)': 'deny' });
    const note = '[Files that a rule of the user denies are left out.]';
    assert.equal((await call('get_diagnostics', {})).text, `a.txt:1: error: In a.txt.\n${note}`);
    assert.equal((await call('get_symbols', { name: 'token' })).text, `a.txt:1: constant token\n${note}`);
  });
});
