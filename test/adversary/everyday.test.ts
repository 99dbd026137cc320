/**
 * Everyday work, as the terminal composes it. What comes from outside makes the next step more careful, and that must not
 * get in the way: at most one question in ten tasks is asked because of it.
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { createVouching, type Vouching } from '../../src/converser/call/caution/caution.ts';
import { createClearedConversations } from '../../src/converser/call/caution/cleared-conversations.ts';
import type { ResultCanister } from '../../src/converser/words/canister/canister.ts';
import { textOf } from '../../src/converser/words/canister/content.ts';
import type {
  PermissionAnswer,
  PermissionQuestion,
} from '../../src/converser/words/permission/permission-question.ts';
import type { PermissionRule } from '../../src/converser/words/permission/rules.ts';
import { makeWorld, type World, type WrittenCall } from './bypass/world.ts';
import { tasks } from './everyday/tasks.ts';

/** What someone allows who works so every day. */
const rules: Readonly<Record<string, PermissionRule>> = {
  'workspace:*': 'allow',
  'web:fetch_page(127.0.0.1)': 'allow',
  'shell:run_command(node --test)': 'allow',
  'shell:run_command(node examples/first.js)': 'allow',
  'shell:run_command(grep *)': 'allow',
  'shell:run_command(ls *)': 'allow',
  'shell:run_command(wc *)': 'allow',
  'shell:run_command(git status *)': 'allow',
  'shell:run_command(git diff *)': 'allow',
  'shell:run_command(git log *)': 'allow',
  'shell:run_command(git show *)': 'allow',
  'shell:run_command(git blame *)': 'allow',
  'shell:run_command([full] git add *)': 'allow',
  'shell:run_command([full] git commit *)': 'allow',
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

describe('everyday work', function () {
  this.timeout(120_000);
  let pages: Server;
  let world: World;

  before(async () => {
    pages = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        '<html><body><article><h1>Guide</h1><p>Use sum to add two numbers.</p></article></body></html>',
      );
    });
    await new Promise<void>(resolve => pages.listen(0, '127.0.0.1', resolve));
    world = await makeWorld();
  });
  after(async () => {
    await world.dispose();
    pages.close();
  });

  /** What is asked about in each task. Each is a conversation of its own, in the same folder. */
  async function questions(vouching: Vouching): Promise<readonly string[]> {
    const { port } = pages.address() as AddressInfo;
    const asked: string[] = [];
    await makeProject(world);
    for (const { what, rounds } of tasks) {
      const talk = await world.talk({ rules, vouching, answer: allow });
      const written = JSON.stringify(rounds).replaceAll('PAGE', `127.0.0.1:${port}`);
      const results = await talk.turn(...(JSON.parse(written) as WrittenCall[][]));
      assert.deepEqual(results.flatMap(mistakeIn), [], what);
      for (const { reason } of talk.asked) asked.push(`${what}: ${reason}`);
    }
    assert.deepEqual(await world.breaches(), []);
    return asked;
  }

  it('is asked about once in ten tasks more than rules ask, at most', async () => {
    assert.ok(tasks.length >= 20);
    const plain = await questions(everything);
    const careful = await questions(createVouching({ has: () => false, add: async () => {} }));
    const extra = careful.length - plain.length;
    const said = `${extra} more than ${plain.length} in ${tasks.length} tasks:\n${careful.join('\n')}`;
    assert.ok(extra <= tasks.length / 10, said);
    // Otherwise nothing would be tested here.
    assert.ok(extra > 0, said);
    if (process.env.SHOW_COUNTS) console.log(said);
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

/** What others wrote and what keys are is no reason to ask. */
const everything: Vouching = {
  trusted: { has: () => true },
  cleared: {
    ...createClearedConversations(),
    of: () => Object.assign(new Set<string>(), { has: () => true }),
  },
};

/** Says yes, and that nothing is wrong with what was read. */
function allow({ caution }: PermissionQuestion): PermissionAnswer {
  if (caution === undefined) return { kind: 'allow', scope: 'once' };
  return { kind: 'allow', scope: 'once', vouches: 'clean' };
}
