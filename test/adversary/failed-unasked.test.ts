import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { textOf } from '../../src/converser/words/canister/content.ts';
import type { PermissionRule } from '../../src/converser/words/permission/rules.ts';
import { eventually, often } from '../eventually.ts';
import { makeWorld, type Stance, type World, type WrittenCall } from './bypass/world.ts';

const edit = (path: string, search = 'absent'): WrittenCall => [
  'workspace:edit_file',
  { path, pieces: [{ action: 'search_replace', search, text: 'x' }] },
];
const move = (path: string): WrittenCall => ['workspace:move_file', { path, new_path: 'moved/here.txt' }];
const remove = (path: string): WrittenCall => ['workspace:delete_file', { path }];
const run = (program: string): WrittenCall => ['shell:run_command', { program }];

const yes: Stance['answer'] = () => ({ kind: 'allow', scope: 'once' });

describe('a call that must fail', () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.dispose());

  it('fails without a question, and says the same as if it had been allowed', async () => {
    for (const [call, reason] of [
      [edit('src/a.ts'), /the file does not contain "absent"/],
      [edit('src/gone.ts'), /"src\/gone\.ts" not found/],
      [edit('src'), /it is a folder/],
      [edit('../outside.txt'), /can’t be used/],
      [move('src/gone.ts'), /not found/],
      [remove('src/gone.ts'), /not found/],
      [run('no-such-program'), /is not on the PATH/],
      [run('cd'), /It is built into shells/],
    ] as const) {
      const { turn, asked } = await world.talk({ answer: yes });
      const [result] = await turn([call]);
      assert.match(`${result?.failure?.kind} ${result?.failure?.message}`, reason);
      assert.equal(asked.length, 0, JSON.stringify(call));
      const { turn: allowed } = await world.talk({ mode: 'trusted', answer: yes });
      const [ran] = await allowed([call]);
      const { message, advice } = result?.failure ?? {};
      assert.deepEqual([message, advice], [ran?.failure?.message, ran?.failure?.advice]);
    }
  });

  it('is asked about where an earlier call of the same reply may still make it possible', async () => {
    const { turn, asked } = await world.talk({
      async answer({ invoker }) {
        if (invoker.name === 'edit_file') await eventually(often, () => existsSync(world.at('src/fresh.ts')));
        return { kind: 'allow', scope: 'once' };
      },
    });
    const write: WrittenCall = ['workspace:write_file', { path: 'src/fresh.ts', content: 'absent\n' }];
    const results = await turn([write, edit('src/fresh.ts')]);
    assert.deepEqual(
      results.flatMap(({ failure }) => failure ?? []),
      [],
    );
    assert.equal(asked.length, 2);
    assert.equal(await readFile(world.at('src/fresh.ts'), 'utf8'), 'x\n');
    const { turn: again, asked: none } = await world.talk({ answer: yes });
    await again([['workspace:read_file', { path: 'src/a.ts' }], edit('src/a.ts')], [edit('src/gone.ts')]);
    assert.equal(none.length, 0, 'what only reads makes nothing possible');
  });

  it('is asked about where only a shell or the disk can tell', async () => {
    for (const call of [run('./no-such-program'), ['bash', { command: 'no-such-program | cat' }]] as const) {
      const { turn, asked } = await world.talk({});
      await turn([call as WrittenCall]);
      assert.equal(asked.length, 1, JSON.stringify(call));
    }
  });

  /** What is there, and what isn't, must look the same. */
  const hidden: Readonly<Record<string, readonly [there: WrittenCall, gone: WrittenCall, Stance]>> = {
    'at a protected place': [edit('.env'), edit('.env.local'), {}],
    'by its move': [move('.ssh/id_ed25519'), move('.ssh/id_rsa'), {}],
    'by what it does not contain': [edit('.env', 'TOKEN='), edit('.env'), {}],
    ...Object.fromEntries(
      (['deny', 'ask'] as const).flatMap(rule => {
        const readRule: Record<string, PermissionRule> = { 'workspace:read_file(kept/**)': rule };
        const editRule: Record<string, PermissionRule> = { 'workspace:edit_file(kept/**)': 'deny' };
        return [
          [
            `where a rule says ${rule} for reading`,
            [edit('kept/notes.txt'), edit('kept/no.txt'), { rules: readRule }],
          ],
          [
            `where rules deny editing, and say ${rule} for reading`,
            [edit('kept/notes.txt'), edit('kept/no.txt'), { rules: { ...readRule, ...editRule } }],
          ],
        ] as const;
      }),
    ),
    'where everything is asked about': [edit('kept/notes.txt'), edit('kept/no.txt'), { mode: 'everything' }],
  };
  for (const [what, [there, gone, stance]] of Object.entries(hidden))
    it(`tells nothing of what you keep from the model: ${what}`, async () => {
      const told = async (call: WrittenCall) => {
        const { turn, asked } = await world.talk(stance);
        const [result] = await turn([call]);
        return [result?.failure?.kind, textOf(result?.content ?? []), asked.length];
      };
      const one = await told(there);
      const other = await told(gone);
      assert.deepEqual(one, other);
      assert.equal(one[0], 'permission');
    });
});
