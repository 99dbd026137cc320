import type { PermissionRule } from '../../../src/converser/words/permission/rules.ts';
import { type Attempt, attempt, ran } from './attempt.ts';
import { injections } from './injections.ts';
import { places } from './places.ts';
import type { Stance, World, WrittenCall } from './world.ts';

/** The same world, in which the conversation's mode is Accept Edits and does what else a rule or a mode could. */
function accepting(world: World, more: Stance = {}): World {
  return { ...world, talk: stance => world.talk({ ...stance, ...more, acceptsEdits: true }) };
}

const elsewhere: readonly Attempt[] = [
  ...places.map(({ what, try: run }) =>
    attempt(`${what}, where edits are accepted`, world =>
      run(accepting(world, { mode: 'changes', rules: {} })),
    ),
  ),
  ...injections.map(({ what, try: run }) =>
    attempt(`${what}, where edits are accepted`, world => run(accepting(world))),
  ),
];

const write: WrittenCall = ['workspace:write_file', { path: 'kept/notes.txt', content: 'theirs' }];
const edit: WrittenCall = [
  'workspace:edit_file',
  { path: 'kept/notes.txt', pieces: [{ action: 'insert', line: 1, text: 'theirs' }] },
];
const move: WrittenCall = ['workspace:move_file', { path: 'kept/notes.txt', new_path: 'src/notes.txt' }];

const ruled: readonly Attempt[] = (['deny', 'ask'] as const).flatMap(rule =>
  ['workspace:*', 'workspace:*(kept/**)', 'workspace:*(**/*.txt)'].map(name => {
    const tools = ['write_file', 'edit_file', 'move_file'];
    const rules: Record<string, PermissionRule> = Object.fromEntries(
      tools.map(tool => [name.replace('*', tool), rule]),
    );
    return attempt(`a file is changed although a rule says ${rule} for ${name}`, async world =>
      ran(await (await world.talk({ rules, acceptsEdits: true })).turn([write, edit, move])),
    );
  }),
);

/** What else changes something still needs a yes. */
const others: Readonly<Record<string, WrittenCall>> = {
  'a file is deleted': ['workspace:delete_file', { path: 'kept/notes.txt' }],
  'a command is run': ['shell:run_command', { program: 'rm', args: ['kept/notes.txt'] }],
  'a line is run': ['bash', { command: 'echo theirs > kept/notes.txt' }],
};

const unasked: readonly Attempt[] = Object.entries(others).map(([what, call]) =>
  attempt(`${what} because edits are accepted`, async world =>
    ran(await (await world.talk({ acceptsEdits: true })).turn([call])),
  ),
);

export const edits: readonly Attempt[] = [...elsewhere, ...ruled, ...unasked];
