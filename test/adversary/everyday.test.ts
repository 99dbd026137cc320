/**
 * Everyday work with real MCP servers, files, commands and web pages, as the terminal composes it. What comes from outside
 * makes the next step more careful, and that must not get in the way.
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createVouching } from '../../src/converser/call/caution/caution.ts';
import type { ResultCanister } from '../../src/converser/words/canister/canister.ts';
import { textOf } from '../../src/converser/words/canister/content.ts';
import { offeredTrust } from '../../src/converser/words/ensemble/offered-trust.ts';
import type { Source } from '../../src/converser/words/labels/label.ts';
import type {
  PermissionAnswer,
  PermissionQuestion,
} from '../../src/converser/words/permission/permission-question.ts';
import type { PermissionRule } from '../../src/converser/words/permission/rules.ts';
import { serverProgram } from '../ensembles/mcp/servers.ts';
import { type PageServer, startPageServer } from '../fakes/page-server.ts';
import { serverDescriptor } from './bypass/server-descriptor.ts';
import { makeWorld, type Round, type Stance, type World, type WrittenCall } from './bypass/world.ts';

/** What someone allows who works so every day. */
const rules: Readonly<Record<string, PermissionRule>> = {
  'workspace:*': 'allow',
  'files:*': 'allow',
  'memory:*': 'allow',
  'web:fetch_page(127.0.0.1)': 'allow',
  'shell:run_command([in app] node --test)': 'allow',
  'shell:run_command([in app] node examples/first.js)': 'allow',
  ...Object.fromEntries(
    ['grep', 'ls', 'wc', 'git status', 'git diff', 'git log', 'git show', 'git blame'].map(command => [
      `shell:run_command([in app] ${command} *)`,
      'allow',
    ]),
  ),
  'shell:run_command([full] [in app] git add *)': 'allow',
  'shell:run_command([full] [in app] git commit *)': 'allow',
};

const project: Readonly<Record<string, string>> = {
  'package.json': '{\n  "name": "app",\n  "type": "module"\n}\n',
  'README.md': '# App\n\nIt sums.\n',
  '.gitignore': 'node_modules\n',
  'src/sum.js': 'export const sum = (a, b) => a - b; // minus\n',
  'src/unused.js': 'export const unused = 1; // later\n',
  'test/sum.test.js':
    "import { test } from 'node:test';\nimport '../src/sum.js';\ntest('it sums', () => {});\n",
};

const call = (name: string, args: object): WrittenCall => [name, args];
const at = (path: string) => ({ path: `app/${path}` });
const read = (path: string) => call('workspace:read_file', at(path));
const write = (path: string, content: string) => call('workspace:write_file', { ...at(path), content });
/** What is edited has been read before. */
const edit = (path: string, line: number, text: string): readonly Round[] => [
  [read(path)],
  [call('workspace:edit_file', { ...at(path), pieces: [{ action: 'insert', line, text }] })],
];
const search = (query: string) => call('workspace:search_text', { query, path: 'app' });
const list = call('workspace:list_directory', { path: 'app' });
const move = (path: string, to: string) =>
  call('workspace:move_file', { ...at(path), new_path: `app/${to}` });
const remove = (path: string) => call('workspace:delete_file', at(path));
const run = (program: string, ...args: string[]) => call('shell:run_command', { program, args, cwd: 'app' });
/** Git's own data is not for commands in the sandbox. */
const git = (...args: string[]) =>
  call('shell:run_command', { program: 'git', args, cwd: 'app', access: 'full' });
const tests = run('node', '--test');
const plan = (...states: readonly string[]) =>
  call('dialogue:plan', { steps: states.map((state, at) => ({ step: at === 0 ? 'Read' : 'Write', state })) });
/** The address of the page, and the path of the folder, are filled in when they are known. */
const fetched = (more: object = {}) => call('web:fetch_page', { url: 'http://PAGE/guide', ...more });
const served = (name: string, path: string, more: object = {}) =>
  call(`files:${name}`, { path: `ROOT/app/${path}`, ...more });
const remembered = { entities: [{ name: 'Sums', entityType: 'project', observations: ['small'] }] };
const asking = { question: 'Does it sum?', answer: 'boolean' };
const another = "import { test } from 'node:test';\nimport '../src/sum.js';\ntest('it', () => {});\n";

/** What someone has a model do in some weeks, round by round, each in a conversation of its own. */
const tasks: Readonly<Record<string, readonly Round[]>> = {
  'fix a bug': [
    [search('minus'), list],
    [read('src/sum.js')],
    [write('src/sum.js', 'export const sum = (a, b) => a + b;\n')],
    [tests],
  ],
  'add a test': [
    [read('src/sum.js'), read('test/sum.test.js')],
    ...edit('test/sum.test.js', 3, "test('nothing', () => {});\n"),
    [tests],
  ],
  'rename a function': [
    [search('sum')],
    [write('src/sum.js', 'export const add = (a, b) => a + b;\n')],
    [write('test/sum.test.js', another)],
    [run('git', 'diff')],
  ],
  'explain the code': [[list], [read('src/sum.js'), read('README.md')], [search('export')]],
  'list and read by a server': [[served('list_directory', '')], [served('read_text_file', 'README.md')]],
  'read by a server, and add a module': [
    [served('read_text_file', 'src/sum.js')],
    [write('src/sub.js', 'export const sub = 1;\n')],
  ],
  'move a file': [
    [read('src/unused.js')],
    [move('src/unused.js', 'src/old.js')],
    [search('unused.js')],
    ...edit('README.md', 1, 'Moved.\n'),
  ],
  'delete dead code': [[search('unused')], [remove('src/old.js')], [tests]],
  commit: [
    [run('git', 'status'), run('git', 'diff')],
    ...edit('README.md', 1, 'A line.\n'),
    [git('add', 'README.md')],
    [git('commit', '-m', 'Add a line: for .env users')],
    [run('git', 'log', '-1')],
  ],
  'write a changelog': [
    [run('git', 'log', '--oneline', '-20')],
    [write('CHANGELOG.md', '# Changes\n')],
    [run('git', 'status')],
  ],
  'raise the version': [[read('package.json')], ...edit('package.json', 2, '  "version": "1.1.0",\n')],
  'remember something': [[call('memory:create_entities', remembered)]],
  'recall it, and plan': [[call('memory:read_graph', {})], [write('notes/plan.md', '# Plan\n')]],
  'find it again, and edit': [
    [call('memory:search_nodes', { query: 'Sums' })],
    ...edit('README.md', 1, 'Small.\n'),
  ],
  'find what is to do': [
    [search('later')],
    [call('workspace:find_files', { glob: '**/*.js' })],
    [write('tasks.md', '- more tests\n')],
  ],
  'plan and do': [
    [plan('active', 'open')],
    [read('README.md')],
    [write('docs/use.md', '# Use\n')],
    [plan('done', 'done')],
  ],
  'add a module': [[list], [write('src/times.js', 'export const times = (a, b) => a * b;\n')], [tests]],
  'run the tests and mend them': [
    [tests],
    [read('test/sum.test.js')],
    ...edit('test/sum.test.js', 3, '// again\n'),
    [tests],
  ],
  'look at history': [
    [run('git', 'log', '-3')],
    [run('git', 'show', '--stat', 'HEAD')],
    [run('git', 'blame', 'README.md')],
  ],
  'search by a command': [
    [run('grep', '-rn', 'export', 'src')],
    [read('src/sum.js')],
    ...edit('src/sum.js', 1, '// sums\n'),
  ],
  'count lines': [[run('wc', '-l', 'src/sum.js', 'README.md')], [run('ls', '-la')]],
  'write by a server': [
    [served('write_file', 'docs/todo.md', { content: '- test\n' })],
    [read('docs/todo.md')],
  ],
  'search by a server, and edit': [
    [served('search_files', '', { pattern: '**/*.md' })],
    ...edit('docs/todo.md', 1, '- more\n'),
  ],
  'configure a formatter': [
    [list],
    [write('.editorconfig', 'root = true\n')],
    [run('git', 'status', '--short')],
  ],
  'document a function': [
    [read('src/sum.js')],
    ...edit('src/sum.js', 1, '/** The sum. */\n'),
    [read('src/sum.js')],
    [tests],
  ],
  'tell the time': [[call('clock:current_time', { time_zone: 'Europe/Berlin' })]],
  'roll dice': [[call('probability:roll_dice', { dice: '2d6' })]],
  'ask a page, and edit': [[fetched(asking)], 'true', ...edit('test/sum.test.js', 3, '// and again\n')],
  'ask a file': [[call('workspace:ask_about', { ...at('README.md'), ...asking })], 'true'],
  'answer from a page': [[fetched()], [fetched()]],
  'compare a page with the code': [[fetched()], [read('src/sum.js'), search('export')]],
  'summarise a page and write notes': [
    [fetched()],
    [write('notes.md', '# Notes\n')],
    ...edit('notes.md', 2, 'More.\n'),
    [read('notes.md')],
  ],
  'go on with the notes in another conversation, and commit them': [
    [list],
    [git('add', '-A')],
    [git('commit', '-m', 'Keep notes')],
    [run('git', 'log', '-1')],
  ],
  'write a guide from a page': [[fetched()], [write('docs/guide.md', 'Use sum to add two numbers.\n')]],
  'edit the guide in another conversation': edit('docs/guide.md', 1, 'A guide.\n'),
  'split a file': [
    [read('src/sum.js')],
    [write('src/one.js', 'export const one = 1;\n'), write('src/two.js', 'export const two = 2;\n')],
    [tests],
  ],
  'make an example': [
    [read('README.md')],
    [write('examples/first.js', "import '../src/sum.js';\n")],
    [run('node', 'examples/first.js')],
  ],
  'clean up': [[run('git', 'status', '--short')], [remove('tasks.md')]],
  'check what is ignored': [[run('git', 'status', '--ignored')], ...edit('.gitignore', 1, 'dist\n')],
  'read a long file': [
    [call('workspace:read_file', { ...at('README.md'), start_line: 1, end_line: 2 })],
    [read('README.md')],
  ],
};

/** How someone says yes to a call that is asked about because of what was read before. */
type Vouches = (sources: readonly Source[]) => 'trusted' | 'clean';

/** Whoever chose the servers and hosts themselves trusts them from then on; others look each time. */
const trusting: Vouches = sources => (sources.length > 0 ? 'trusted' : 'clean');
const clearing: Vouches = () => 'clean';
/** Whoever installed a server has seen once what it says of its tools. */
const installing: Vouches = sources =>
  sources.length > 0 && sources.every(source => source.startsWith('tools:')) ? 'trusted' : 'clean';

describe('everyday work', function () {
  this.timeout(240_000);
  let pages: PageServer;
  let world: World;
  /** What rules alone ask about: whoever trusts every source is asked about nothing more. */
  let plain: readonly string[];

  before(async () => {
    pages = await startPageServer({
      '/guide': `<article><h1>Guide</h1><p>${'Use sum to add two numbers. '.repeat(20)}</p></article>`,
    });
    world = await makeWorld({
      descriptors: {
        'files.toml': serverDescriptor('files', [serverProgram('filesystem'), 'ROOT']),
        'memory.toml': serverDescriptor('memory', [serverProgram('memory')]),
      },
    });
    plain = await questions(trusting, () => true);
  });
  after(async () => {
    await world.dispose();
    await pages.close();
  });

  /** What is asked about in each task of those that are done, all in the same folder. */
  async function questions(
    vouches: Vouches,
    trusts: (source: Source) => boolean,
    { done = Object.entries(tasks), ...stance }: Stance & { done?: [string, readonly Round[]][] } = {},
  ): Promise<readonly string[]> {
    const asked: string[] = [];
    const trusted = new Set<Source>();
    const vouching = createVouching({
      has: source => trusts(source) || trusted.has(source),
      add: async source => void trusted.add(source),
    });
    const answer = ({ caution }: PermissionQuestion): PermissionAnswer => ({
      kind: 'allow',
      scope: 'once',
      ...(caution && { vouches: vouches(caution.sources) }),
    });
    await makeProject(world);
    for (const [what, rounds] of done) {
      const talk = await world.talk({ rules, ...stance, vouching, answer });
      const written = JSON.stringify(rounds)
        .replaceAll('PAGE', `127.0.0.1:${pages.port}`)
        .replaceAll('ROOT', world.root);
      const results = await talk.turn(...(JSON.parse(written) as Round[]));
      assert.deepEqual(results.flatMap(mistakeIn), [], what);
      for (const { reason } of talk.asked) asked.push(`${what}: ${reason}`);
    }
    assert.deepEqual(await world.breaches(), []);
    return asked;
  }

  /** Whoever was asked about each server when it was added has said yes to what was offered. */
  const introduced = (source: Source) => {
    const servers = Map.groupBy(world.roster.invokers(), ({ ensemble }) => ensemble);
    return [...servers.values()].flatMap(offeredTrust).includes(source);
  };
  const count = Object.keys(tasks).length;
  for (const [most, who, vouches, trusts] of [
    [count / 10, 'once in ten tasks, by those who trust the servers that they installed', trusting],
    [count / 10, 'once in ten tasks, by those who said yes when each server was added', clearing, introduced],
    // A page that is read after that is another source.
    [count / 4, 'once in four tasks, by those who trust only what servers say of their tools', installing],
    [count + 1, 'once in a conversation, by those who trust nothing for longer', clearing],
  ] as const) {
    it(`is asked about more than rules ask: at most ${who}`, async () => {
      const careful = await questions(vouches, trusts ?? (() => false));
      const extra = careful.length - plain.length;
      const said = `${extra} more than ${plain.length} in ${count} tasks:\n${careful.join('\n')}`;
      // Otherwise nothing would be tested here.
      assert.ok(extra > 0 && extra <= most, said);
      if (process.env.SHOW_COUNTS) console.log(said);
    });
  }

  it('is asked about no edits where the conversation’s mode accepts them, and about what deletes as before', async () => {
    const { 'workspace:*': _all, ...others } = rules;
    const asked = await questions(trusting, () => true, { rules: others, acceptsEdits: true });
    const deletes = asked.filter(each =>
      each.endsWith('workspace:delete_file may change or delete something.'),
    );
    assert.deepEqual([deletes.length, asked.filter(each => !deletes.includes(each))], [2, plain]);
  });

  it('is not asked about more where no server describes tools and nothing is read from outside', async () => {
    // Without a sandbox, code that runs may reach others.
    const runsCode = (what: string) => JSON.stringify(tasks[what]).includes('"node"');
    const isInside = (what: string) => !/page|guide/.test(what) && !runsCode(what);
    const inside = Object.entries(tasks).filter(([what]) => isInside(what));
    assert.deepEqual(
      await questions(trusting, introduced, { done: inside }),
      plain.filter(each => isInside(each.slice(0, each.indexOf(': ')))),
    );
  });
});

async function makeProject(world: World): Promise<void> {
  for (const [file, content] of Object.entries(project)) await world.write(`app/${file}`, content);
  const git = (...args: readonly string[]) => promisify(execFile)('git', ['-C', world.at('app'), ...args]);
  await git('init', '--quiet');
  await git('config', 'user.name', 'Someone');
  await git('config', 'user.email', 'someone@example.com');
  await git('add', '-A');
  await git('commit', '--quiet', '-m', 'Begin');
}

/** Why a call did not do what it was for, if it didn't. */
function mistakeIn({ failure, content }: ResultCanister): readonly string[] {
  const [code] = /Exit code [1-9].*/s.exec(textOf(content)) ?? [];
  return [failure?.message, code].filter(each => each !== undefined);
}
