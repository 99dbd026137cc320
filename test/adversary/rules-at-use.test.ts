import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import type { PermissionRule } from '../../src/converser/words/permission/rules.ts';
import { eachWorkspace } from './each-workspace.ts';
import { createWorkspaceCalls } from './workspace-calls.ts';

/** Milliseconds. In this time a call is made some hundreds of times, while the links are swapped thousands of times. */
const racing = 1_500;

type Rules = Readonly<Record<string, PermissionRule>>;

/** Ways to name `secret/key.txt` other than by its path. */
const disguises = [
  'link/key.txt',
  'secret/../secret/key.txt',
  './secret//key.txt',
  'open/../link/key.txt',
  'alias.txt',
  'secret\\key.txt',
  'deep/up/secret/key.txt',
];

describe('rules about places', () => {
  const made = eachWorkspace({ ripgrep: false });
  beforeEach(async () => {
    await made.write('secret/key.txt', 'SECRET');
    await made.write('open/key.txt', 'open');
    await made.write('open/sub/key.txt', 'open');
    await mkdir(at('deep'));
    for (const [to, from] of [
      ['secret', 'link'],
      ['secret/key.txt', 'alias.txt'],
      ['..', 'deep/up'],
      ['sub', 'open/one'],
      ['../secret', 'open/other'],
    ] as const)
      await symlink(to, at(from));
  });

  const at = (file: string) => path.join(made.root, file);
  const calls = (rules: Rules) => createWorkspaceCalls(made.workspace, { rules });
  const secret = () => readFile(at('secret/key.txt'), 'utf8');

  const denied: Rules = { 'workspace:*': 'allow', 'workspace:*(secret/**)': 'deny' };
  const limited: Rules = Object.fromEntries(
    ['write_file', 'edit_file', 'move_file', 'delete_file'].map(tool => [
      `workspace:${tool}(open/**)`,
      'allow',
    ]),
  );

  it('hold under every name of the place', async () => {
    for (const rules of [denied, limited]) {
      const { call } = await calls(rules);
      for (const name of disguises) {
        const replaced = [{ action: 'search_replace', search: 'SECRET', text: 'x' }];
        const attempts: readonly (readonly [string, JsonObject])[] = [
          ['write_file', { path: name, content: 'x' }],
          ['edit_file', { path: name, pieces: replaced }],
          ['move_file', { path: name, new_path: 'open/taken.txt' }],
          ['move_file', { path: 'open/key.txt', new_path: name }],
          ['delete_file', { path: name }],
          ...(rules === denied ? ([['read_file', { path: name }]] as const) : []),
        ];
        for (const [tool, args] of attempts) {
          const { text } = await call(tool, args);
          assert.match(text, /not allowed to run|is denied by/, `${tool} ${name}: ${text}`);
        }
      }
      assert.equal(await secret(), 'SECRET');
    }
  });

  // Only there can Node.js ask an open file where it is.
  if (process.platform === 'linux') {
    describe('while another program swaps links', () => {
      let swapper: ChildProcess;
      beforeEach(() => {
        swapper = fork(path.join(import.meta.dirname, 'swap-links.ts'), [
          `${at('open/one')}=${at('open/other')}`,
        ]);
      });
      afterEach(() => swapper.kill());

      async function race(rules: Rules, tool: string, args: JsonObject): Promise<readonly string[]> {
        const { call } = await calls(rules);
        const told: string[] = [];
        const end = performance.now() + racing;
        while (performance.now() < end) told.push((await call(tool, args)).text);
        swapper.send('stop');
        const [swaps] = await once(swapper, 'message');
        assert.ok(Number(swaps) > 100, `${swaps} swaps`);
        return told;
      }

      it('hold for what is read', async () => {
        const told = await race(denied, 'read_file', { path: 'open/one/key.txt' });
        assert.ok(told.every(text => !text.includes('SECRET')));
        assert.ok(
          told.some(text => text.startsWith('open')),
          told.slice(0, 5).join('\n'),
        );
        assert.ok(told.some(text => /is denied by|this place wasn’t permitted/.test(text)));
      });

      it('hold for what is searched', async () => {
        const told = await race(denied, 'search_text', { path: 'open/one', query: 'e' });
        assert.ok(told.every(text => !text.includes('SECRET')));
      });

      it('hold for what is written', async () => {
        const told = await race(limited, 'write_file', { path: 'open/one/key.txt', content: 'written' });
        assert.equal(await secret(), 'SECRET');
        assert.ok(
          told.some(text => text.startsWith('Replaced')),
          told.slice(0, 5).join('\n'),
        );
      });
    });
  }
});
