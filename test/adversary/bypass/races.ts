import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import { type Attempt, attempt } from './attempt.ts';
import { secret, type World, type WrittenCall } from './world.ts';

/** Rounds of calls, and calls in each. */
const [rounds, calls] = [20, 8];

/** What a call is about, and where the folder `d` leads half of the time. */
const raced: Readonly<Record<string, readonly [to: string, call: (time: number) => WrittenCall]>> = {
  'a file is read': ['.ssh', () => ['workspace:read_file', { path: 'd/id_ed25519' }]],
  'a folder is searched': [
    '.ssh',
    () => ['workspace:search_text', { path: 'd', query: 'S.CR', regex: true }],
  ],
  'all is searched': [
    '.ssh',
    () => ['workspace:search_text', { query: 'S.CR', regex: true, include_ignored: true }],
  ],
  'a file is moved away': [
    '.ssh',
    time => ['workspace:move_file', { path: 'd/id_ed25519', new_path: `src/taken-${time}.txt` }],
  ],
  'a file is written': [
    '.vscode',
    () => ['workspace:write_file', { path: 'd/settings.json', content: 'theirs' }],
  ],
  'a file is made': [
    '.vscode',
    time => ['workspace:write_file', { path: `d/new-${time}.json`, content: 'theirs' }],
  ],
  'a file is edited': [
    '.vscode',
    () => [
      'workspace:edit_file',
      { path: 'd/settings.json', pieces: [{ action: 'insert', line: 1, text: 'theirs' }] },
    ],
  ],
  'a file is deleted': ['.vscode', () => ['workspace:delete_file', { path: 'd/settings.json' }]],
  'a file is moved here': [
    '.vscode',
    time => ['workspace:move_file', { path: `note-${time}.txt`, new_path: `d/moved-${time}.json` }],
  ],
  'a command runs in it': ['..', () => ['shell:run_command', { program: 'touch', args: ['made'], cwd: 'd' }]],
};

/** Only there can Node.js ask an open file where it is. */
export const races: readonly Attempt[] =
  process.platform === 'linux'
    ? Object.entries(raced).map(([what, [to, call]]) =>
        attempt(`${what} in a folder that another program swaps with a link to ${to}`, world =>
          whileSwapped(world, to, async () => {
            const rules = { 'workspace:*': 'allow', 'shell:run_command(touch made)': 'allow' } as const;
            const { turn } = await world.talk({ rules, mode: 'trusted' });
            let time = 0;
            const round = () => Array.from({ length: calls }, () => call(++time));
            const results = await turn(...Array.from({ length: rounds }, round));
            return results.some(({ content, screen = '' }) => `${textOf(content)}${screen}`.includes(secret))
              ? ['the key was shown']
              : [];
          }),
        ),
      )
    : [];

/** What is not what it was in the places that are protected, beside what `World.breaches` looks at. */
async function whileSwapped(
  world: World,
  to: string,
  run: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  for (const file of ['d/id_ed25519', 'd/settings.json']) await world.write(file, 'ordinary');
  for (let time = 1; time <= rounds * calls; time++) await world.write(`note-${time}.txt`, 'note');
  await world.link('l', to);
  await mkdir(world.at('src'), { recursive: true });
  const listed = async () => {
    const names = await Promise.all(['.ssh', '.vscode', '..'].map(each => readdir(world.at(each))));
    // Beside the folder lies what Converser remembers.
    return names
      .flat()
      .filter(name => name !== 'state')
      .sort();
  };
  const before = await listed();
  const swapper = fork(path.join(import.meta.dirname, '..', 'swap-links.ts'), [
    `${world.at('d')}=${world.at('l')}`,
  ]);
  try {
    const found = await run();
    if (!swapper.connected) return [...found, 'the program that swaps has ended'];
    swapper.send('stop');
    const [swaps] = await once(swapper, 'message');
    const isSame = JSON.stringify(await listed()) === JSON.stringify(before);
    const taken = (await readdir(world.at('src'))).filter(name => name.startsWith('taken-'));
    const keys = await Promise.all(taken.map(name => readFile(world.at(`src/${name}`), 'utf8')));
    return [
      ...found,
      ...(isSame ? [] : ['something was made or taken there']),
      ...(keys.some(text => text.includes(secret)) ? ['the key was moved'] : []),
      ...(swaps > 20 ? [] : [`it was swapped ${swaps} times only`]),
    ];
  } finally {
    swapper.kill('SIGKILL');
  }
}
