/** Ordinary work with real MCP servers, files, commands and web pages: what is asked about only because of labels. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createVouching } from '../../src/converser/call/caution/caution.ts';
import { createApprovals } from '../../src/converser/call/permission/approvals.ts';
import { createPermissions } from '../../src/converser/call/permission/permissions.ts';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import { converse } from '../../src/converser/turn/converse.ts';
import { isResult } from '../../src/converser/words/canister/canister.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import type { Source } from '../../src/converser/words/labels/label.ts';
import type { Approver } from '../../src/converser/words/permission/approver.ts';
import type {
  PermissionAnswer,
  PermissionQuestion,
} from '../../src/converser/words/permission/permission-question.ts';
import type { Converser } from '../../src/house/create-converser.ts';
import { openTerminal } from '../../src/terminal/open-terminal.ts';
import { createTerminalHost } from '../../src/terminal/terminal-host.ts';
import { serverProgram } from '../ensembles/mcp/servers.ts';
import { createFakeMemory, rulesOf } from '../fakes/fake-approvals.ts';
import { fixedSettings } from '../fakes/fixed-settings.ts';
import { type PageServer, startPageServer } from '../fakes/page-server.ts';
import { createScriptedModel, invokes, type Script, says } from '../fakes/scripted-model.ts';

/** What a person allows who works so every day. */
const rules = {
  'workspace:*': 'allow',
  'files:*': 'allow',
  'memory:*': 'allow',
  'shell:*': 'allow',
  'web:fetch_page': 'allow',
} as const;

/** What makes a person say yes for longer than once: it is about the servers and hosts that they chose themselves. */
type Person = (question: PermissionQuestion) => PermissionAnswer;

const trusting: Person = ({ caution }) =>
  caution === undefined
    ? { kind: 'allow', scope: 'once' }
    : { kind: 'allow', scope: 'once', vouches: caution.sources.length > 0 ? 'trusted' : 'clean' };
const clearing: Person = ({ caution }) =>
  caution === undefined
    ? { kind: 'allow', scope: 'once' }
    : { kind: 'allow', scope: 'once', vouches: 'clean' };

type Task = readonly Script[];

describe('ordinary work with real MCP servers', function () {
  this.timeout(240_000);
  let folder: string;
  let root: string;
  let converser: Converser;
  const approver: Approver = {
    async ask(question) {
      asked.push(question);
      return answering(question);
    },
  };
  let pages: PageServer;
  let stateBefore: string | undefined;
  let answering: Person = trusting;
  const asked: PermissionQuestion[] = [];

  before(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'converser-benign-')));
    root = path.join(folder, 'root');
    stateBefore = process.env.XDG_STATE_HOME;
    process.env.XDG_STATE_HOME = path.join(folder, 'state');
    await mkdir(path.join(folder, 'ensembles'));
    pages = await startPageServer({
      '/guide': `<title>Guide</title><article><p>${'Call add with two numbers. '.repeat(20)}</p></article>`,
    });
    await writeFile(
      path.join(folder, 'ensembles', 'files.toml'),
      server('files', [serverProgram('filesystem'), root]),
    );
    await writeFile(
      path.join(folder, 'ensembles', 'memory.toml'),
      server('memory', [serverProgram('memory')]),
    );
    await mkdir(root, { recursive: true });
    ({ converser } = await openTerminal(
      {
        roots: [root],
        ensembles: [path.join(folder, 'ensembles')],
        allow: [],
        trust: false,
        json: false,
        isUnattended: true,
        settings: fixedSettings({ localHosts: ['127.0.0.1'], 'shell.sandbox': 'off' }),
      },
      { host: createTerminalHost(), approver },
    ));
    await converser.roster.connect(AbortSignal.timeout(60_000));
  });

  after(async () => {
    await converser?.dispose();
    await pages?.close();
    if (stateBefore === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = stateBefore;
    await rm(folder, { recursive: true, force: true });
  });

  async function fresh(): Promise<void> {
    await rm(root, { recursive: true, force: true });
    await mkdir(path.join(root, 'src'), { recursive: true });
    await writeFile(path.join(root, 'src', 'add.mjs'), 'export const add = (a, b) => a - b;\n');
    await writeFile(
      path.join(root, 'src', 'test.mjs'),
      "import { add } from './add.mjs';\nconsole.log(add(1, 2));\n",
    );
    await writeFile(path.join(root, 'README.md'), '# Sums\n\nAdds numbers.\n');
    execFileSync('git', ['init', '-q'], { cwd: root });
  }

  /** How many questions there are, each task in a conversation of its own. */
  async function questionsIn(tasks: readonly Task[], person: Person, trusts: (source: Source) => boolean) {
    await fresh();
    asked.length = 0;
    answering = person;
    const trusted = new Set<Source>();
    const ports = converser.ports();
    const permissions = createPermissions({
      approver,
      clock: ports.host.clock,
      rules: rulesOf(rules),
      circumstances: () => ({ isTrusted: true, mode: 'changes' }),
      approvals: createApprovals(createFakeMemory()),
      vouching: createVouching({
        has: source => trusts(source) || trusted.has(source),
        add: async source => void trusted.add(source),
      }),
    });
    for (const scripts of tasks) {
      const conversation = createConversation(ports.host.ids.next('conversation'));
      const options = { ports: { ...ports, permissions }, signal: new AbortController().signal };
      const model = createScriptedModel(...scripts, says('Done.'));
      for await (const _ of converse(conversation, { content: [text('Go on.')] }, { ...options, model }));
      const failed = conversation.canisters.filter(isResult).find(({ failure }) => failure !== undefined);
      assert.equal(failed, undefined, JSON.stringify(failed));
    }
    return asked.map(({ reason }) => reason);
  }

  it('is asked about once more in ten tasks at most, by those who trust the servers that they installed', async () => {
    const tasks = everydayTasks(root, pages.url);
    const without = await questionsIn(tasks, trusting, () => true);
    const all = await questionsIn(tasks, trusting, () => false);
    const extra = all.length - without.length;
    assert.ok(tasks.length >= 20 && extra >= 1, `${extra} of ${tasks.length}`);
    assert.ok(extra <= tasks.length / 10, `${extra} of ${tasks.length}:\n${all.join('\n')}`);
  });

  it('is asked about once more in a conversation at most, by those who trust nothing for longer', async () => {
    const tasks = everydayTasks(root, pages.url);
    const without = await questionsIn(tasks, clearing, () => true);
    const all = await questionsIn(tasks, clearing, () => false);
    const extra = all.length - without.length;
    // A page that is read after that is another source.
    assert.ok(extra <= tasks.length + 1, `${extra} of ${tasks.length}:\n${all.join('\n')}`);
  });

  it('is not asked about more than before where no server describes tools and nothing is read from outside', async () => {
    const tasks = everydayTasks(root, pages.url).filter(
      scripts => !JSON.stringify(scripts).includes('guide'),
    );
    const isServer = (source: Source) => source.startsWith('server:');
    const without = await questionsIn(tasks, trusting, () => true);
    const all = await questionsIn(tasks, trusting, isServer);
    assert.deepEqual(all, without);
  });
});

/** Two weeks of small things. */
function everydayTasks(root: string, site: string): readonly Task[] {
  const call = (name: string, args: JsonObject) => invokes([name, args]);
  const at = (file: string) => path.join(root, file);
  const read = (file: string) => call('workspace:read_file', { path: file });
  const write = (file: string, content: string) => call('workspace:write_file', { path: file, content });
  const replace = (file: string, search: string, by: string) =>
    call('workspace:edit_file', { path: file, pieces: [{ action: 'search_replace', search, text: by }] });
  const run = (program: string, ...args: string[]) => call('shell:run_command', { program, args });
  const page = `${site}/guide`;
  return [
    [read('src/add.mjs'), replace('src/add.mjs', 'a - b', 'a + b'), run('node', 'src/test.mjs')],
    [call('files:list_directory', { path: root }), call('files:read_text_file', { path: at('README.md') })],
    [
      call('files:read_text_file', { path: at('src/add.mjs') }),
      write('src/sub.mjs', 'export const sub = 1;\n'),
    ],
    [call('workspace:search_text', { query: 'export' }), replace('README.md', 'Adds', 'Sums up')],
    [
      call('memory:create_entities', {
        entities: [{ name: 'Sums', entityType: 'project', observations: ['small'] }],
      }),
    ],
    [call('memory:read_graph', {}), write('notes/plan.md', '# Plan\n')],
    [run('git', 'status', '--short'), run('git', 'add', '-A')],
    [run('git', 'diff', '--cached', '--stat'), read('README.md')],
    [
      call('web:fetch_page', { url: page, question: 'Does add take two numbers?', answer: 'boolean' }),
      says('true'),
      replace('src/test.mjs', 'add(1, 2)', 'add(2, 3)'),
    ],
    [call('workspace:find_files', { glob: '**/*.mjs' }), read('src/test.mjs'), run('node', 'src/test.mjs')],
    [call('workspace:move_file', { path: 'notes/plan.md', new_path: 'docs/plan.md' }), read('docs/plan.md')],
    [call('files:write_file', { path: at('docs/todo.md'), content: '- test\n' }), read('docs/todo.md')],
    [
      call('files:search_files', { path: root, pattern: '**/*.md' }),
      replace('docs/todo.md', 'test', 'test more'),
    ],
    [call('web:fetch_page', { url: page })],
    [call('web:fetch_page', { url: page }), write('docs/guide.md', 'Call add with two numbers.\n')],
    [call('memory:search_nodes', { query: 'Sums' }), replace('README.md', 'numbers', 'small numbers')],
    [
      call('workspace:delete_file', { path: 'docs/todo.md' }),
      call('workspace:list_directory', { path: 'docs' }),
    ],
    [call('dialogue:plan', { steps: [{ text: 'Write' }] }), write('src/mul.mjs', 'export const mul = 1;\n')],
    [
      call('workspace:ask_about', { path: 'README.md', question: 'Is it short?', answer: 'boolean' }),
      says('true'),
    ],
    [read('docs/guide.md'), replace('docs/guide.md', 'two', 'two or more'), run('node', 'src/test.mjs')],
  ];
}

function server(name: string, args: readonly string[]): string {
  const [command, list] = [process.execPath, args].map(each => JSON.stringify(each));
  return `[ensemble]\nname = "${name}"\nkind = "mcp"\n[server]\ntransport = "stdio"\ncommand = ${command}\nargs = ${list}\n`;
}
