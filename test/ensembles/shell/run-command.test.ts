import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { createKnownSecrets } from '../../../src/converser/ground/secrets/known-secrets.ts';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import { type Context, isReply } from '../../../src/converser/words/ensemble/invoker.ts';
import type { Shell } from '../../../src/ensembles/shell/shell.ts';
import { shellTools } from '../../../src/ensembles/shell/shell-tools.ts';
import { noRecord } from '../../fakes/no-journal.ts';
import { eachTest } from '../each-test.ts';
import { createTempFolder } from '../temp-folder.ts';
import { toolContext } from '../tool-context.ts';
import { makeTemporaryWorkspace } from '../workspace/temporary-workspace.ts';
import { createCommandCalls } from './command-calls.ts';
import { createMarks } from './marked-processes.ts';
import { createTestShell } from './test-shell.ts';

describe('run_command', () => {
  let shell: Shell;
  afterEach(() => shell.dispose());
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));
  const state = eachTest(() => createTempFolder());
  const secrets = createKnownSecrets();
  let namespace: Map<string, unknown>;
  const { ids, running } = createMarks();

  beforeEach(() => {
    const environment = { ...process.env, OPENAI_API_KEY: 'sk-leaked-0123456789' };
    shell = createTestShell(made.workspace, { environment, folder: state.path, secrets, ids });
    namespace = new Map();
  });

  async function call(name: string, args: JsonObject, more: Partial<Context> = {}) {
    const tool = shellTools(shell).find(each => each.name === name);
    assert.ok(tool);
    const invoker = { ensemble: 'shell', name: 'run_command', totalTimeLimit: 60_000 };
    const context = toolContext('shell:run_command', { invoker, namespace, changes: noRecord, ...more });
    const returned = await tool.invocable(args, context);
    if (!isReply(returned)) return { text: String(returned), failure: undefined };
    return { text: textOf(returned.content), failure: returned.failure };
  }

  const node = (code: string, ...args: readonly string[]) => ({
    program: process.execPath,
    args: ['-e', code, ...args],
  });

  it('passes each argument as it is, and returns what was written and the exit code', async () => {
    const args = ['a b', '', '$(echo x)', '"', "'", '*', 'line\nend', '; echo y'];
    const shown = node('console.log(JSON.stringify(process.argv.slice(1)))', ...args);
    const { text } = await call('run_command', shown);
    assert.match(text, /^Exit code 0 after [^\n]*\.\n/);
    assert.deepEqual(JSON.parse(text.split('\n').slice(1).join('\n')), args);
    const failed = await call('run_command', node('console.error("no"); process.exit(3)'));
    assert.match(failed.text, /^Exit code 3 after .*\nno$/);
    assert.equal(failed.failure, undefined);
  });

  it('runs a line in the shell', async () => {
    const { text } = await call('run_command', { line: '-x 2>/dev/null; echo one | tr a-z A-Z && exit 4' });
    assert.match(text, /^Exit code 4 after .*\nONE$/);
  });

  it('runs in a folder of the workspace, and in no other', async () => {
    await mkdir(`${made.root}/sub`);
    await symlink('/', `${made.root}/out`);
    assert.match((await call('run_command', { program: 'pwd' })).text, new RegExp(`\\n${made.root}$`));
    assert.match((await call('run_command', { program: 'pwd', cwd: 'sub' })).text, /\/sub$/);
    for (const cwd of ['out', '..', '/tmp', 'out/tmp', 'sub/../..'])
      await assert.rejects(call('run_command', { program: 'pwd', cwd }), /can’t be used|outside/, cwd);
  });

  it('gives a program no variables but those that it needs, and hides secrets that it finds', async () => {
    secrets.learn('sk-from-a-file-987654321');
    const { text } = await call('run_command', { line: 'env; echo sk-from-a-file-987654321' });
    assert.doesNotMatch(text, /OPENAI|sk-leaked|sk-from-a-file/);
    assert.match(text, /^PATH=/m);
  });

  it('shows output without colours and with nothing invisible in it', async () => {
    const code =
      'process.stdout.write("\\u001b[31mred\\u001b[0m\\u001b]0;title\\u0007 a\\u0000b\\u202ec\\n10%\\r20%\\n")';
    const { text } = await call('run_command', node(code));
    assert.equal(text.split('\n').slice(1).join('\n'), 'red a\\u0000b\\u202ec\n20%');
  });

  it('shows the beginning and the end of long output, and reads the rest from its file', async () => {
    const code = 'for (let i = 0; i < 20000; i++) console.log("line " + i)';
    const { text } = await call('run_command', node(code));
    assert.ok(text.length < 25_000);
    assert.match(text, /^line 0$/m);
    assert.match(text, /^line 19999$/m);
    const [, id] = /read_output \{"id": "(\w+)"/.exec(text) ?? [];
    assert.ok(id);
    let whole = '';
    for (let offset = 0; ; ) {
      const part = await call('read_output', { id, offset });
      const [, next = ''] =
        /[Nn]ext offset: (\d+)|offset (\d+) of/.exec(part.text.split('\n').at(-1) ?? '') ?? [];
      const [, rest = ''] = /Read on from offset (\d+)/.exec(part.text) ?? [];
      whole += part.text.slice(0, part.text.lastIndexOf('['));
      if (rest === '') {
        assert.ok(Number(next) > 0);
        break;
      }
      offset = Number(rest);
    }
    assert.equal(whole.replaceAll(/\n+/g, '\n').match(/line \d+/g)?.length, 20_000);
    const kept = await readdir(state.path, { recursive: true });
    assert.equal(kept.filter(name => name.endsWith('.txt')).length, 1);
    await shell.dispose();
    assert.deepEqual(await readdir(state.path), []);
  });

  it('ends when its time is up, with what was written until then', async () => {
    const endless = node('console.log("begun"); setInterval(() => {}, 1000)');
    const { text, failure } = await call('run_command', { ...endless, timeout: 1 });
    assert.equal(failure?.kind, 'timeout');
    assert.match(text, /^Stopped after .*\nbegun$/);
  });

  it('leaves nothing running that it started in passing', async () => {
    const { text } = await call('run_command', { line: 'sleep 100 & echo done' });
    assert.match(text, /What it left running was ended.*\ndone$/s);
    assert.deepEqual(await running(), []);
  });

  it('doesn’t say that it left running what has ended before', async () => {
    const { text } = await call('run_command', { line: 'sh -c "true & exit"; sleep 0.2; echo done' });
    assert.match(text, /^Exit code 0 after [^\n]*s\.\ndone$/);
  });

  it('runs in the background until it is stopped', async () => {
    const code =
      'process.stdout.write("ready? "); process.stdin.on("data", () => {}); setInterval(() => {}, 1000)';
    const { text } = await call('run_command', { ...node(code), background: true });
    const [, id = ''] = /in the background as (\w+)\./.exec(text) ?? [];
    assert.match((await call('list_processes', {})).text, new RegExp(`^${id}: .* \\(running; `));
    const read = await call('read_output', { id, wait: 20 });
    assert.match(read.text, /^ready\? \n\[Still running\. Next offset: 7\.\]$/);
    const others = { namespace: new Map() };
    assert.equal((await call('list_processes', {}, others)).text, 'There are none.');
    await assert.rejects(call('read_output', { id }, others), /No command of this conversation/);
    await assert.rejects(call('stop_process', { id }, others), /No command of this conversation/);
    assert.match((await call('stop_process', { id })).text, /^Stopped after/);
    assert.deepEqual(await running(), []);
  });

  it('ends what runs in the background with the shell', async () => {
    await call('run_command', { ...node('setInterval(() => {}, 1000)'), background: true });
    assert.equal((await running()).length, 1);
    await shell.dispose();
    assert.deepEqual(await running(), []);
    await assert.rejects(call('run_command', { program: 'pwd' }), /while Converser ends/);
  });

  it('records what it changes, from before it starts until it has ended', async () => {
    const seen: string[] = [];
    const changes = {
      watch: async ({ tool }: { readonly tool: string }) => {
        seen.push(`watch ${tool}`);
        return { notKept: [], done: async () => void seen.push('done') };
      },
      begin: async () => ({ done: async () => {} }),
      noteOther: async () => {},
      end: async () => {},
    };
    await call('run_command', { program: 'pwd' }, { changes });
    assert.deepEqual(seen, ['watch shell:run_command', 'done']);
    const full = { ...changes, watch: async () => assert.fail('full') };
    await assert.rejects(call('run_command', { program: 'pwd' }, { changes: full }), /full/);
  });

  it('says what is wrong with a command', async () => {
    await assert.rejects(call('run_command', {}), /Give program and args/);
    await assert.rejects(call('run_command', { program: 'a', line: 'b' }), /not both/);
    await assert.rejects(call('run_command', { program: 'a\0b' }), /NUL/);
    await assert.rejects(call('run_command', { program: 'x'.repeat(30_000) }), /at most/);
    await assert.rejects(call('run_command', { program: 'no-such-program-here' }), /on the PATH.*Install it/);
  });

  it('says why a program does not start, and what to do instead', async () => {
    const { root, write } = made;
    const script = async (file: string, text: string | Buffer, mode = 0o755) => {
      await write(file, text);
      await chmod(`${root}/${file}`, mode);
    };
    await script('plain.sh', '#!/bin/sh\necho x\n', 0o644);
    await script('a tool/run me', '#!/bin/sh\necho x\n');
    await script('win.sh', '#!/bin/sh\r\necho x\r\n');
    await script('env.py', '#!/usr/bin/env python3\r\nprint(1)\r\n');
    await script('moved.py', '#! /opt/gone/bin/python3 -u\nprint(1)\n');
    await script('spaced.sh', '#! /bin/sh -e\necho fine\n');
    await script('bin/venv-tool', '#!/gone/venv/bin/python\n');
    const system = (await readFile('/bin/true', 'latin1')).replace('/ld-', '/no-');
    await script('foreign', Buffer.from(system, 'latin1'));
    await call('run_command', { program: 'mkfifo', args: ['pipe'] });
    await symlink('/gone', `${root}/dangling`);
    for (const [program, wanted] of [
      ['./plain.sh', /\.\/plain\.sh.* isn’t executable.*"args": \["\.\/plain\.sh"\]/],
      ['./missing.sh', /\.\/missing\.sh.* no such file/],
      ['./dangling', /no such file/],
      ['./plain.sh/x', /no such file/],
      ['./bin', /is a folder/],
      ['./pipe', /something else/],
      ['plain.sh', /write "\.\/plain\.sh"/],
      ['./win.sh', /interpreter "\/bin\/sh\\r" is missing.*line endings/],
      ['./env.py', /interpreter "python3\\r" is missing.*line endings/],
      ['./moved.py', /interpreter "\/opt\/gone\/bin\/python3" is missing/],
      ['bin/venv-tool', /interpreter "\/gone\/venv\/bin\/python" is missing/],
      ['./foreign', /made for another system/],
      ['npm test', /\{"program": "npm", "args": \["test"\]\}, or use line/],
      ['./missing.sh --all', /"args": \["--all"\].*or use line/],
      ['CI=1', /use line/],
      ['~/bin/x', /use line/],
      ['ls|wc', /use line/],
      ['cd', /use line/],
      ['some/npm\ttest', /or use line/],
    ] as const)
      await assert.rejects(call('run_command', { program }), (error: Error) => {
        assert.match(error.message, wanted);
        assert.doesNotMatch(error.message, /Install it/);
        return true;
      });
    assert.match((await call('run_command', { program: './spaced.sh' })).text, /fine/);
    assert.match((await call('run_command', { program: './a tool/run me' })).text, /^Exit code 0/);
  });

  it('is refused with wrong arguments before you are asked, with what is wrong', async () => {
    const own = `[ensemble]
name = "own"
kind = "command"
[[invokers]]
name = "log"
description = "Logs."
command = ["git", "log", "{path}"]
[invokers.arguments]
properties.path = { type = "string" }`;
    const wrong = [
      [{}, /Give program and args/],
      [{ line: ' ' }, /Give program and args/],
      [{ program: 'git', line: 'git status' }, /not both/],
      [{ args: ['status'], line: 'git' }, /not both/],
      [{ program: 'git', args: ['a\0'] }, /NUL/],
      [{ line: 'echo \ud800' }, /half of a character/],
      [{ line: 'x'.repeat(30_000) }, /at most/],
    ] as const;
    const shipped = await createCommandCalls({ workspace: made.workspace });
    const described = await createCommandCalls({ workspace: made.workspace, descriptor: own });
    try {
      for (const [args, wanted] of wrong) {
        const { result } = await shipped.call('shell:run_command', args);
        assert.equal(result.failure?.kind, 'validation', JSON.stringify(args).slice(0, 80));
        assert.match(result.failure.message, wanted);
        assert.match(result.failure.advice ?? '', /call shell:run_command again/);
      }
      const { result } = await described.call('own:log', { path: '--output=x' });
      assert.equal(result.failure?.kind, 'validation');
      assert.deepEqual([shipped.questions, described.questions], [[], []]);
    } finally {
      await shipped.dispose();
      await described.dispose();
    }
  });
});
