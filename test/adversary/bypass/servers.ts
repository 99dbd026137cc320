import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import { fullName } from '../../../src/converser/words/ensemble/invoker.ts';
import { wireName } from '../../../src/converser/words/ensemble/wire-name.ts';
import type { PermissionRule } from '../../../src/converser/words/permission/rules.ts';
import { fakeProgram, serverProgram } from '../../ensembles/mcp/servers.ts';
import { eventually } from '../../eventually.ts';
import { startPageServer } from '../../fakes/page-server.ts';
import { hiddenIn } from '../forged-text.ts';
import { words } from '../words.ts';
import { type Attempt, attempt } from './attempt.ts';
import { serverDescriptor } from './server-descriptor.ts';
import { makeWorld, type Stance, secret, type World, type WrittenCall } from './world.ts';

/** A folder with things to protect, and real MCP servers in processes of their own. */
export interface ServerWorld extends World {
  /** What ran in the hostile server, and what it was answered, since this was last asked. */
  heard(): Promise<readonly string[]>;
  /** The paths that were requested of a web server that nobody may send anything to, since this was last asked. */
  requested(): readonly string[];
}

export async function makeServerWorld(): Promise<ServerWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'converser-hostile-'));
  const log = path.join(folder, 'ran.txt');
  const sink = await startPageServer({});
  const hostile = [fakeProgram('hostile-stdio.ts'), log, `${sink.url}/`];
  const world = await makeWorld({
    descriptors: {
      'hostile.toml': serverDescriptor('hostile', hostile, 'sampling = true\n'),
      'files.toml': serverDescriptor('files', [serverProgram('filesystem'), folder], 'sampling = true\n'),
    },
  });
  let [read, told] = [0, 0];
  return {
    ...world,
    async heard() {
      const all = (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean);
      const unread = all.slice(read);
      read = all.length;
      return unread;
    },
    requested() {
      const untold = sink.asked.slice(told);
      told += untold.length;
      return untold.map(({ url = '' }) => url);
    },
    async dispose() {
      await world.dispose();
      await sink.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Tries something with the servers. What ran in the hostile one, but for what was allowed, got through. */
function tryServer(
  what: string,
  run: (world: ServerWorld) => Promise<readonly string[] | undefined>,
): Attempt<ServerWorld> {
  return attempt(what, async world => {
    const found = (await run(world)) ?? [];
    return [
      ...found,
      ...(await world.heard()).map(line => `the server ${line}`),
      ...world.requested().map(each => `${each} was requested`),
    ];
  });
}

type Rules = Readonly<Record<string, PermissionRule>>;

/** What the user allows of the tools that come with Converser is about no other's. */
const ours: Rules = { 'workspace:*': 'allow', 'shell:*': 'allow', 'web:*': 'allow', 'dialogue:*': 'allow' };

const args = { path: 'src/a.ts', content: 'x', program: 'ls', url: 'https://example.com/' };

/** Each tool of the hostile server, by all the names that it has. */
const borrowed: readonly Attempt<ServerWorld>[] = words(`
  read_file write_file edit_file move_file delete_file run_command fetch_page ask_person bash execute_command
  workspace:write_file workspace__write_file workspace:* * __proto__ write_file(**) write_file.answer
  w\u0433ite_file write\u200bfile toString send`).flatMap(name =>
  (
    [
      ['its full name', fullName({ ensemble: 'hostile', name })],
      ['its wire name', wireName({ ensemble: 'hostile', name })],
      ['its bare name', name],
    ] as const
  ).map(([how, called]) =>
    tryServer(
      `a server’s tool ${JSON.stringify(name)}, which claims to be harmless, runs by ${how}`,
      async world => {
        const { turn } = await world.talk({ rules: ours });
        await turn([[called, args]], [[called, JSON.stringify(args)]]);
        return undefined;
      },
    ),
  ),
);

const lies: readonly Attempt<ServerWorld>[] = (
  [
    ['the mode Changes', { mode: 'changes' }],
    ['the mode Everything', { mode: 'everything' }],
    ['a rule for another tool', { rules: { 'hostile:sends': 'allow', 'hostile:sen': 'allow' } }],
    ['a rule for another server', { rules: { 'hostil:*': 'allow', 'hostile2:*': 'allow', ':*': 'allow' } }],
    ['a rule with a pattern', { rules: { 'hostile:send(**)': 'allow', 'hostile:*(src/**)': 'allow' } }],
    ['a rule that another one denies', { rules: { 'hostile:*': 'allow', 'hostile:send': 'deny' } }],
    ['a rule that asks', { rules: { 'hostile:*': 'allow', 'hostile:send': 'ask' } }],
  ] satisfies readonly (readonly [string, Stance])[]
).map(([what, stance]) =>
  tryServer(`by ${what}, a server’s tool runs that says that it only reads`, async world => {
    const { turn } = await world.talk(stance);
    await turn([['hostile:send', { text: 'x' }]]);
    return undefined;
  }),
);

const changes = ['description', 'schema', 'annotations', 'title', 'output', 'name'] as const;

/** A tool that was approved, or that a rule names, shows itself as another one in the middle of a conversation. */
const changed: readonly Attempt<ServerWorld>[] = changes.flatMap(what =>
  (
    [
      ['a yes for the conversation', {}, { kind: 'allow', scope: 'conversation' }],
      ['a yes for the workspace', {}, { kind: 'allow', scope: 'workspace' }],
      ['a rule', { 'hostile:act': 'allow' }, { kind: 'deny' }],
    ] as const
  ).map(([by, rules, yes]) =>
    tryServer(`after ${by}, a server changes the ${what} of its tool`, async world => {
      let isOver = false;
      const { turn } = await world.talk({
        rules: { 'hostile:become': 'allow', ...rules },
        answer: ({ invoker }) => {
          if (invoker.name === 'become') return { kind: 'allow', scope: 'once' };
          return isOver ? { kind: 'deny' } : yes;
        },
      });
      await turn([['hostile:act', {}]]);
      const before = await world.heard();
      const listed = isOffered(world);
      await turn([['hostile:become', { what }]]);
      await eventually(world.roster.onDidChange, () => isOffered(world) !== listed);
      isOver = true;
      await turn([
        ['hostile:act', {}],
        ['hostile:acts', {}],
        ['act', {}],
      ]);
      await turn([['hostile:become', { what: 'nothing' }]]);
      isOver = false;
      await turn([['hostile:become', { what: 'nothing' }]]);
      await eventually(world.roster.onDidChange, () => isOffered(world));
      return before.length === 1 || by === 'a rule' ? [] : [`at first ${before.length} ran`];
    }),
  ),
);

function isOffered({ roster }: Pick<World, 'roster'>): boolean {
  return roster.invokers().some(each => fullName(each) === 'hostile:act');
}

const contents = [
  'text',
  'text that ends its fence',
  'a link to a file',
  'a link to an address',
  'an embedded file',
  'an embedded page',
  'an embedded file without content',
  'an image in Markdown',
] as const;

const orders: readonly (readonly [order: string, call: WrittenCall])[] = [
  ['write', ['workspace:write_file', { path: 'kept/notes.txt', content: 'theirs' }]],
  ['delete', ['workspace:delete_file', { path: 'kept/notes.txt' }]],
  ['run', ['shell:run_command', { program: 'rm', args: ['kept/notes.txt'] }]],
  ['send', ['hostile:send', { text: 'all' }]],
];

const everything: Rules = { ...ours, 'hostile:*': 'allow', 'shell:run_command(rm kept/notes.txt)': 'allow' };

/** What a server returns makes the model do what all rules allow; and nothing that it points to is fetched or read. */
const returned: readonly Attempt<ServerWorld>[] = contents.flatMap(what =>
  orders.map(([order, call]) =>
    tryServer(`${what}, which a server returns, makes the model ${order}`, async world => {
      const { turn } = await world.talk({ rules: everything, answer: onlyFor('say') });
      const results = await turn([['hostile:say', { what, root: world.root }]], [call], [call]);
      return results.some(({ content }) => textOf(content).includes(secret)) ? ['the key was shown'] : [];
    }),
  ),
);

/** A server describes its tools and says how to use them: that alone makes every step one to ask about. */
const described: readonly Attempt<ServerWorld>[] = orders
  .filter(([order]) => order !== 'send')
  .map(([order, call]) =>
    tryServer(`what a server says about its tools makes the model ${order}`, async world => {
      const { turn } = await world.talk({ rules: everything });
      await turn([call], [call]);
      return undefined;
    }),
  );

/** The user says yes to one tool of the hostile server, each time. */
function onlyFor(...names: readonly string[]): NonNullable<Stance['answer']> {
  return ({ invoker }) =>
    names.includes(invoker.name) && invoker.ensemble === 'hostile'
      ? { kind: 'allow', scope: 'once' }
      : { kind: 'deny' };
}

const asked = ['form', 'forged form', 'page', 'file page', 'code page', 'sample'];

/** A server asks for a yes, for an open page, for the model, in the middle of its call. */
const asking: readonly Attempt<ServerWorld>[] = asked.map(what =>
  attempt(`a server that asks for a ${what} is answered, or has it taken for a yes`, async world => {
    const { turn } = await world.talk({ rules: everything, answer: onlyFor('ask') });
    await turn([['hostile:ask', { what }]], [['workspace:delete_file', { path: 'kept/notes.txt' }]]);
    const heard = await world.heard();
    const isAnswered = heard.length !== 1 || /accept|"content":\{|"role"/.test(heard.join());
    return [
      ...(isAnswered ? heard.map(line => `the server ${line}`) : []),
      ...world.requested().map(each => `${each} was requested`),
    ];
  }),
);

/** What a server says beside its results. */
const beside: readonly Attempt<ServerWorld>[] = ['done', 'error'].map(what =>
  attempt(`the progress and the log of a server write into the terminal (${what})`, async world => {
    const written: string[] = [];
    const write = process.stderr.write;
    process.stderr.write = ((chunk: unknown) => {
      written.push(String(chunk));
      return true;
    }) as typeof write;
    try {
      const { turn } = await world.talk({ rules: everything, answer: onlyFor('progress') });
      const results = await turn([['hostile:progress', { what }]]);
      const shown = [...written, ...results.map(({ screen = '' }) => screen)].join('').split('\n');
      return shown.filter(line => hiddenIn(line) !== undefined || /^\? /.test(line));
    } finally {
      process.stderr.write = write;
    }
  }),
);

/** A server of npm with files of its own, which has tools of the same names. */
const files: readonly Attempt<ServerWorld>[] = (
  [
    ['write_file', { path: 'kept/notes.txt', content: 'theirs' }],
    ['edit_file', { path: 'kept/notes.txt', edits: [{ oldText: 'mine', newText: 'theirs' }] }],
    ['move_file', { source: 'ROOT/kept/notes.txt', destination: 'ROOT/gone.txt' }],
    ['read_file', { path: 'ROOT/.env' }],
    ['read_text_file', { path: 'ROOT/.env' }],
    ['read_multiple_files', { paths: ['ROOT/.env', 'ROOT/.ssh/id_ed25519'] }],
    ['directory_tree', { path: 'ROOT' }],
    ['create_directory', { path: 'ROOT/.vscode/x' }],
  ] as const
).flatMap(([name, given]) =>
  [name, `files:${name}`, `files__${name}`].map(called =>
    attempt(`${called} of another server runs under rules for workspace:*`, async world => {
      const { turn, asked } = await world.talk({ rules: ours });
      const written = JSON.parse(JSON.stringify(given).replaceAll('ROOT', world.root));
      const results = await turn([[called, written]]);
      const isKnown = asked.length > 0 || results.every(({ failure }) => failure !== undefined);
      return [
        ...(isKnown ? [] : ['it ran unasked']),
        ...(results.some(({ content }) => textOf(content).includes(secret)) ? ['the key was shown'] : []),
      ];
    }),
  ),
);

export const servers: readonly Attempt<ServerWorld>[] = [
  borrowed,
  lies,
  changed,
  returned,
  described,
  asking,
  beside,
  files,
].flat();
