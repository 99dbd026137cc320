import { rename, rm, symlink } from 'node:fs/promises';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import type { PermissionRule } from '../../../src/converser/words/permission/rules.ts';
import { words } from '../words.ts';
import { type Attempt, attempt, onlyFirst } from './attempt.ts';
import { guardedFiles, secret, type World, type WrittenCall } from './world.ts';

/** The user trusts the model with everything that a rule or a mode can allow. */
const trusting = {
  rules: { 'workspace:*': 'allow' } satisfies Record<string, PermissionRule>,
  mode: 'trusted',
} as const;

const edit = (place: string): WrittenCall => [
  'workspace:edit_file',
  { path: place, pieces: [{ action: 'insert', line: 1, text: 'theirs' }] },
];
const write = (place: string): WrittenCall => ['workspace:write_file', { path: place, content: 'theirs' }];
const move = (place: string, to: string): WrittenCall => [
  'workspace:move_file',
  { path: place, new_path: to },
];
const remove = (place: string): WrittenCall => ['workspace:delete_file', { path: place }];

const protectedFiles = guardedFiles.filter(file => !file.startsWith('kept/'));

const directly: readonly Attempt[] = protectedFiles.flatMap(file =>
  [
    ['written', write(file)],
    ['edited', edit(file)],
    ['moved away', move(file, 'src/taken')],
    ['replaced by a move', move('src/a.ts', file)],
    ['deleted', remove(file)],
  ].map(([how, call]) =>
    attempt(`${file} is ${how} although everything is allowed`, async world => {
      await (await world.talk(trusting)).turn([call as WrittenCall]);
      return [];
    }),
  ),
);

/** Other ways to write the same path, beside those of `protected-places.test.ts`. */
const disguises: Readonly<Record<string, (file: string) => string>> = {
  'with a trailing space': file => `${file} `,
  'by a way around': file => `src/../${file}`,
  'as an absolute path': file => `ROOT/${file}`,
  'as an address': file => `file://ROOT/${file}`,
  'as a UNC path': file => `\\\\localhost\\share\\${file}`,
  'as a device path': file => `\\\\?\\ROOT\\${file}`,
  'with a line end': file => `${file}\n`,
  'through a link to the folder': file => `way/${file}`,
};

const disguised: readonly Attempt[] = Object.entries(disguises).flatMap(([what, spelled]) =>
  ['.vscode/settings.json', '.git/hooks/pre-commit', '.env'].map(file =>
    attempt(`${file} is changed ${what}`, async world => {
      await world.link('way', '.');
      const name = spelled(file).replace('ROOT', world.root);
      const { turn } = await world.talk(trusting);
      await turn([write(name), edit(name), remove(name)]);
      return [];
    }),
  ),
);

/** Ways to see what only a yes to exactly that may show. */
const reads: Readonly<Record<string, readonly WrittenCall[]>> = {
  'read by its path': [['workspace:read_file', { path: '.env' }]],
  'read with a range': [['workspace:read_file', { path: '.env', start_line: 1, end_line: 1 }]],
  'read through a link': [['workspace:read_file', { path: 'innocent.txt' }]],
  'read in capital letters': [['workspace:read_file', { path: '.ENV' }]],
  'searched for': [['workspace:search_text', { query: 'TOKEN', include_ignored: true }]],
  'searched by an expression': [['workspace:search_text', { query: 'S3CR.T', regex: true }]],
  'searched in its folder': [['workspace:search_text', { query: 'S3', path: '.ssh', include_ignored: true }]],
  'searched through a link': [['workspace:search_text', { query: 'TOKEN', path: 'innocent.txt' }]],
  'shown in the question about an edit': [edit('.env')],
  'moved to where it may be read': [
    move('.env', 'src/e.txt'),
    ['workspace:read_file', { path: 'src/e.txt' }],
  ],
  'moved with its folder': [
    move('.ssh', 'src/keys'),
    ['workspace:read_file', { path: 'src/keys/id_ed25519' }],
  ],
  'asked for its symbols': [['workspace:get_symbols', { path: '.env' }]],
  'asked for its problems': [['workspace:get_diagnostics', { path: '.env' }]],
};

/** Files with keys in folders that are no secret. */
const keyFiles: readonly Attempt[] = words(`
  .git/config .cargo/credentials.toml .gem/credentials .composer/auth.json .terraform.d/credentials.tfrc.json
  .aws/credentials .docker/config.json .kube/config .netrc .pypirc deploy.pem server.key .env.production
  app/.env.local .git-credentials deploy/id_rsa signing/release.keystore`).flatMap(file =>
  [file, file.toUpperCase(), `way/${file}`].map(name =>
    attempt(`${file} is read as ${name} although everything is allowed`, async world => {
      if (file !== '.git/config') await world.write(file, secret);
      await world.link('way', '.');
      const { turn } = await world.talk({ ...trusting, rules: { ...trusting.rules, 'shell:*': 'allow' } });
      const results = await turn([
        ['workspace:read_file', { path: name }],
        ['shell:run_command', { program: 'cat', args: [name] }],
      ]);
      // Another spelling may name nothing here.
      return results.flatMap(({ failure, content }) =>
        failure === undefined && !textOf(content).includes('No such file')
          ? [`it was read: ${textOf(content)}`]
          : [],
      );
    }),
  ),
);

const secrets: readonly Attempt[] = Object.entries(reads).map(([how, calls]) =>
  attempt(`a key is ${how}`, async world => {
    await world.link('innocent.txt', '.env');
    const { turn } = await world.talk(trusting);
    const results = await turn(...calls.map(call => [call]));
    return results.flatMap(({ content, screen = '' }) =>
      `${textOf(content)}${screen}`.includes(secret) ? ['the key was shown'] : [],
    );
  }),
);

/** The user says yes to a harmless place, which then leads to another one. */
const swaps: Readonly<Record<string, (world: World) => Promise<void>>> = {
  'a file becomes a link': async world => {
    await rm(world.at('src/a.ts'));
    await symlink('../.vscode/settings.json', world.at('src/a.ts'));
  },
  'its folder becomes a link': async world => {
    await rename(world.at('src'), world.at('old'));
    await symlink('.vscode', world.at('src'));
  },
  'its folder becomes a link out': async world => {
    await rename(world.at('src'), world.at('old'));
    await symlink('..', world.at('src'));
  },
};

const swapped: readonly Attempt[] = Object.entries(swaps).flatMap(([what, swap]) =>
  [
    ['written', write('src/a.ts')],
    ['edited', edit('src/a.ts')],
    ['deleted', remove('src/a.ts')],
    ['written in a folder', write('src/settings.json')],
    ['written under another name', write('src/outside.txt')],
  ].flatMap(([how, call]) =>
    (['once', 'conversation', 'workspace'] as const).map(scope =>
      attempt(`${what} after a yes (${scope}) to what is ${how}`, async world => {
        const answer = onlyFirst({ kind: 'allow', scope }, () => swap(world));
        const { turn } = await world.talk({ answer });
        await turn([call as WrittenCall], [call as WrittenCall]);
        return [];
      }),
    ),
  ),
);

export const places: readonly Attempt[] = [...directly, ...disguised, ...keyFiles, ...secrets, ...swapped];
