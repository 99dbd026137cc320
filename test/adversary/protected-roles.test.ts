/** Places that are protected for what they are used as, and repositories that are called something else. */

import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import type { ProtectedRole } from '../../src/ensembles/workspace/protection/protected-role.ts';
import { openTerminal } from '../../src/terminal/open-terminal.ts';
import { makeTemporaryWorkspace } from '../ensembles/workspace/temporary-workspace.ts';
import { useTools } from '../ensembles/workspace/tools/use-tools.ts';
import { createFakeApprover, createFakeHost } from '../fakes/fake-host.ts';
import { fixedSettings } from '../fakes/fixed-settings.ts';
import { eachWorkspace } from './each-workspace.ts';
import { words } from './words.ts';

const isWindows = process.platform === 'win32';

describe('what decides what runs', () => {
  const made = eachWorkspace();

  const asks = (roles: readonly string[]) => {
    const all = roles.map(
      (role): ProtectedRole => ({ path: path.join(made.root, role), reason: 'decides.' }),
    );
    return useTools(made.workspace, { protectedRoles: () => all }).asks;
  };
  const write = (file: string) => ['write_file', { path: file, content: '' }] as const;
  const edit = (file: string) => ['edit_file', { path: file, pieces: [] }] as const;
  const remove = (file: string) => ['delete_file', { path: file }] as const;
  const move = (from: string, to: string) => ['move_file', { path: from, new_path: to }] as const;

  async function assertAsked(
    roles: readonly string[],
    calls: readonly (readonly [string, JsonObject])[],
    expected: RegExp | 'nothing' = /is a protected place: .* decides\.$/,
  ): Promise<void> {
    for (const [name, args] of calls) {
      const reason = await asks(roles)(name, args);
      if (expected === 'nothing') assert.equal(reason, undefined, JSON.stringify(args));
      else assert.match(reason ?? 'not asked', expected, `${name} ${JSON.stringify(args)}`);
    }
  }

  describe('is asked about', () => {
    it('in a folder of any name', async () => {
      await made.write('tools/own/u.mjs', '');
      await made.write('x/a.txt', '');
      await assertAsked(
        ['tools/own'],
        [
          write('tools/own/u.mjs'),
          write('tools/own/new/deep.toml'),
          write('tools/OWN/u.mjs'),
          edit('tools/own/u.mjs'),
          remove('tools/own/u.mjs'),
          remove('tools/own'),
          remove('tools'),
          move('tools', 'elsewhere'),
          move('tools/own/u.mjs', 'u.mjs'),
          move('x/a.txt', 'tools/own/a.toml'),
          move('x', 'tools/own'),
        ],
      );
    });

    it('as a file, also one that is not there yet', async () => {
      await made.write('x/approvals.json', '');
      await assertAsked(
        ['state/converser/approvals.json'],
        [
          write('state/converser/approvals.json'),
          move('x/approvals.json', 'state/converser/approvals.json'),
          move('x', 'state/converser'),
          move('x', 'state'),
        ],
      );
    });

    it('whatever links lead there', async function () {
      if (isWindows) this.skip();
      await made.write('real/own/u.mjs', '');
      await made.write('x/a.txt', '');
      await symlink('real', path.join(made.root, 'way'));
      await symlink(path.join(made.root, 'real', 'own'), path.join(made.root, 'direct'));
      await symlink('own/u.mjs', path.join(made.root, 'real', 'file'));
      for (const role of ['real/own', 'way/own', 'direct']) {
        await assertAsked(
          [role],
          [write('real/own/u.mjs'), write('way/own/new.toml'), write('direct/u.mjs'), write('real/file')],
        );
      }
      await assertAsked(['way/own'], [remove('way'), move('way', 'other')]);
      await assertAsked(['direct'], [remove('direct'), move('direct', 'other')]);
    });

    it('where the root itself is in it', async () => {
      await made.write('a.txt', '');
      await assertAsked(['..'], [write('a.txt'), write('new.txt')]);
    });
  });

  it('is asked about no further', async () => {
    await made.write('tools/own/u.mjs', '');
    await made.write('tools/owner/a.txt', '');
    await assertAsked(
      ['tools/own', 'state/approvals.json'],
      [
        write('tools/a.txt'),
        write('tools/owner/a.txt'),
        remove('tools/owner'),
        move('tools/owner', 'tools/owned'),
        write('state/other.json'),
        write('own/u.mjs'),
      ],
      'nothing',
    );
  });

  describe('in git repositories', () => {
    const expected = /part of a git repository/;

    it('is asked about, whatever they are called', async () => {
      for (const folder of ['plain', 'deep/er/bare'])
        for (const file of ['HEAD', 'config', 'objects/x', 'refs/x'])
          await made.write(`${folder}/${file}`, '');
      await assertAsked(
        [],
        [
          write('plain/config'),
          write('plain/CONFIG'),
          write('plain/hooks/post-checkout'),
          write('plain/info/attributes'),
          edit('plain/config'),
          write('plain/HEAD'),
          write('deep/er/bare/hooks/post-checkout'),
          move('plain/config', 'x'),
        ],
        expected,
      );
      await assertAsked([], [remove('plain'), move('plain', 'x')], /git repository/);
    });

    it('is asked about when the last piece of one is made', async () => {
      await mkdir(path.join(made.root, 'a'));
      await made.write('a/config', '');
      await made.write('a/objects/x', '');
      await made.write('a/refs2/x', '');
      await made.write('a/HEAD', '');
      await assertAsked([], [write('a/refs/x'), move('a/refs2', 'a/refs'), write('a/commondir')], expected);
      await assertAsked([], [write('b/HEAD'), write('b/config'), write('src/hooks/use.ts')], 'nothing');
    });
  });

  it('is asked about where a move makes it what it was not', async () => {
    await made.write('x/workflows/ci.yml', '');
    await made.write('y/fish/config.txt', '');
    await assertAsked([], [move('x', '.github')], /\.github\/workflows.* protected place/);
    await assertAsked([], [move('y', '.config')], /\.config\/fish.* protected place/);
    await assertAsked([], [move('x', 'z')], 'nothing');
  });
});

describe('a run in a terminal', () => {
  it('asks about its own folders, files and state wherever they are', async () => {
    const made = await makeTemporaryWorkspace();
    const before = process.env.XDG_STATE_HOME;
    process.env.XDG_STATE_HOME = path.join(made.root, 'state');
    const at = (file: string) => path.join(made.root, file);
    const { converser } = await openTerminal(
      {
        roots: [made.root],
        ensembles: [at('tools')],
        trust: false,
        json: false,
        settings: fixedSettings(),
        lock: at('pins.toml'),
        instructionsFile: at('instructions.md'),
        keysFile: at('keys.toml'),
      },
      { host: createFakeHost(), approver: createFakeApprover([]) },
    );

    try {
      const writer = converser.roster.invokers().find(({ name }) => name === 'write_file');
      const asked = async (file: string) => writer?.review?.({ path: file, content: '' }).alwaysAsk?.();
      const own = words(`
        tools/u.mjs state/converser/approvals.json state/converser/launches.json pins.toml
        instructions.md keys.toml`);
      for (const file of own) {
        assert.match((await asked(file)) ?? 'not asked', /is a protected place/, file);
      }
      assert.equal(await asked('src/a.ts'), undefined);
      assert.equal(await asked('state/other'), undefined);
    } finally {
      await converser.dispose();
      if (before === undefined) delete process.env.XDG_STATE_HOME;
      else process.env.XDG_STATE_HOME = before;
      await made.dispose();
    }
  });
});
