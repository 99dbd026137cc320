/**
 * Ways to get something done that the user would not have wanted, tried on all that comes with Converser as the terminal
 * composes it. None may get through.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { textOf } from '../../src/converser/words/canister/content.ts';
import { approvals } from './bypass/approvals.ts';
import type { Attempt } from './bypass/attempt.ts';
import { commands } from './bypass/commands.ts';
import { edits } from './bypass/edits.ts';
import { folder, makeHostileFolder } from './bypass/folder.ts';
import { injections } from './bypass/injections.ts';
import { laundry } from './bypass/laundry.ts';
import { leaks } from './bypass/leaks.ts';
import { messages } from './bypass/messages.ts';
import { names } from './bypass/names.ts';
import { programArguments } from './bypass/options.ts';
import { places } from './bypass/places.ts';
import { races } from './bypass/races.ts';
import { makeServerWorld, type ServerWorld, servers } from './bypass/servers.ts';
import { shown } from './bypass/shown.ts';
import { makeWorld, type World } from './bypass/world.ts';

const groups: Readonly<Record<string, readonly Attempt[]>> = {
  'other names for tools, and names for other tools': names,
  'yeses to something else': approvals,
  'commands that no rule allows': commands,
  'options, places and programs that a rule for commands does not mean': programArguments,
  'orders of others, laundered text and keys that are sent': injections,
  'text and keys that files and commands pass on': laundry,
  'programs and pages that tell others something': leaks,
  'protected places, keys, links and ways out': places,
  'what the mode Accept Edits lets run': edits,
  'messages of a page that was tampered with': messages,
  'answers and notices that fetch, open or run something': shown,
  'links that another program swaps between check and use': races,
};

const serverGroups: Readonly<Record<string, readonly Attempt<ServerWorld>[]>> = {
  'tools of servers, and what servers return and ask': servers,
};

describe('attempts to get around permissions', () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.dispose());

  it('are noticed where they succeed', async () => {
    const { turn } = await world.talk({ answer: () => ({ kind: 'allow', scope: 'once' }) });
    await turn(
      [['workspace:write_file', { path: 'kept/notes.txt', content: 'theirs' }]],
      [['workspace:write_file', { path: '.vscode/settings.json', content: 'theirs' }]],
      [['workspace:delete_file', { path: '.git/config' }]],
    );
    assert.deepEqual(await world.breaches(), [
      '.vscode/settings.json is "theirs"',
      '.git/config is undefined',
      'kept/notes.txt is "theirs"',
    ]);
    assert.deepEqual(await world.breaches(), []);
  });

  it('leave alone what a rule allows', async () => {
    const rules = {
      'shell:run_command(ls *)': 'allow',
      'shell:run_command($ echo one | cat)': 'allow',
    } as const;
    const { turn, asked } = await world.talk({ rules });
    const [listed, said] = await turn([
      ['bash', { program: 'ls', args: ['kept'] }],
      ['bash', { command: 'echo one | cat' }],
    ]);
    assert.match(textOf(listed?.content ?? []), /notes\.txt/);
    assert.match(textOf(said?.content ?? []), /one/);
    assert.deepEqual(asked, []);
  });

  it('are noticed where edits are accepted: those in ordinary places run unasked', async () => {
    const { turn, asked } = await world.talk({ acceptsEdits: true });
    await turn(
      [['workspace:write_file', { path: 'src/new.ts', content: 'new\n' }]],
      [['workspace:edit_file', { path: 'src/new.ts', pieces: [{ action: 'insert', line: 1, text: 'a' }] }]],
      [['workspace:move_file', { path: 'src/new.ts', new_path: 'src/old.ts' }]],
    );
    assert.deepEqual([asked.length, await readFile(world.at('src/old.ts'), 'utf8')], [0, 'a\nnew\n']);
  });

  it('are more than three hundred', () => {
    const all = [...Object.values(groups), ...Object.values(serverGroups), folder].flat();
    assert.equal(new Set(all.map(({ what }) => what)).size, all.length);
    assert.ok(all.length >= 300, `${all.length} attempts`);
  });

  for (const [group, attempts] of Object.entries(groups)) itFails(group, attempts, () => world);
});

describe('attempts of MCP servers to get around permissions', () => {
  let world: ServerWorld;
  before(async () => {
    world = await makeServerWorld();
  });
  after(() => world.dispose());

  it('are noticed where they succeed', async () => {
    const { turn } = await world.talk({ answer: () => ({ kind: 'allow', scope: 'once' }) });
    await turn([['hostile:send', { text: 'x' }]], [['hostile:ask', { what: 'roots' }]]);
    const [sent, answered, ...others] = await world.heard();
    assert.equal(sent, 'ran send with {"text":"x"}');
    assert.match(answered ?? '', /^answered roots: \{"roots":\[\{/);
    assert.deepEqual(others, []);
  });

  for (const [group, attempts] of Object.entries(serverGroups)) itFails(group, attempts, () => world);
});

for (const trust of [true, false])
  describe(`attempts of a folder to get around permissions, ${trust ? 'with' : 'without'} its tools`, () => {
    let world: World;
    before(async () => {
      world = await makeHostileFolder(trust);
    });
    after(() => world.dispose());

    itFails('tools that came with it', folder, () => world);

    // Last, because what it changes has the tools loaded again.
    if (trust)
      it('are noticed where they succeed', async () => {
        const { turn } = await world.talk({ answer: () => ({ kind: 'allow', scope: 'once' }) });
        const tools = ['helper:look', 'aliased:peek', 'code:look'];
        const results = await turn(...tools.map(tool => [[tool, {}] as const]));
        assert.deepEqual(
          results.map(({ failure }) => failure),
          tools.map(() => undefined),
        );
        assert.match((await world.breaches()).join(), /kept\/notes\.txt is "theirs/);
      });
  });

function itFails<W extends World>(group: string, attempts: readonly Attempt<W>[], world: () => W): void {
  it(`fail: ${group} (${attempts.length})`, async () => {
    const through: string[] = [];
    for (const { what, try: run } of attempts) {
      const found = [...(await run(world())), ...(await world().breaches())];
      through.push(...found.map(breach => `${what}: ${breach}`));
    }
    assert.deepEqual(through, []);
  });
}
