import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { fakeProgram, serverProgram } from '../../ensembles/mcp/servers.ts';
import { describedTool } from '../../terminal/described.ts';
import { mainFile, tempRoot } from '../../terminal/run-converse.ts';
import { type Answer, connect, type Era, eras, type TriedClient } from './clients.ts';

describe('npm run converse mcp', () => {
  for (const era of eras) {
    it(`serves tools, models and conversations to a client of ${era}`, async () => {
      await using root = await tempRoot({ 'notes.txt': 'eggs' });
      await using client = await start(era, ['--root', root.path]);
      const names = (await client.tools()).map(({ name }) => name);
      assert.ok(names.includes('workspace__read_file') && names.includes('converse'), names.join());
      const read = await client.call('workspace__read_file', { path: 'notes.txt' });
      assert.match(JSON.stringify(read.content), /eggs/);
      const args = { prompt: 'read notes.txt', tools: ['workspace'] };
      const asked = await client.call('converse', args);
      const told = JSON.stringify(asked.structuredContent);
      assert.match(told, /eggs.*"calls":\[\{"name":"workspace:read_file"\}\]/);
      const [conversation] = await client.resources();
      assert.match(await client.read(conversation?.uri ?? ''), /eggs/);
    });

    it(`passes on resources, prompts and values of an MCP server to a client of ${era}`, async () => {
      await using root = await tempRoot({ 'servers/everything.toml': everything });
      const options = ['--root', root.path, '--ensembles', `${root.path}/servers`, '--allow', 'everything:*'];
      await using client = await start(era, options);
      assert.equal(client.canSubscribe, era !== '2026');
      const [first] = await client.resources();
      assert.match(first?.uri ?? '', /^demo:/);
      assert.notEqual(await client.read(first?.uri ?? ''), '');
      assert.match(await client.read('demo://resource/dynamic/text/7'), /Resource 7/);
      const tools = await client.tools();
      const weather = tools.find(({ name }) => name.includes('structured-content'));
      assert.equal(weather?.outputSchema?.type, 'object');
      const { structuredContent } = await client.call(weather?.name ?? '', { location: 'Chicago' });
      assert.ok(typeof (structuredContent as { temperature?: number }).temperature === 'number');
      const prompts = (await client.prompts()).map(({ name }) => name);
      const name = prompts.find(each => each.includes('args-prompt')) ?? '';
      const written = await client.prompt(name, { city: 'Oslo' });
      assert.match(JSON.stringify(written.messages), /Oslo/);
      const completable = prompts.find(name => name.includes('completable')) ?? '';
      const ref = { type: 'ref/prompt', name: completable } as const;
      const argument = { name: 'department', value: 'Eng' };
      assert.deepEqual(await client.complete({ ref, argument }), ['Engineering']);
    });

    it(`passes the questions of an MCP server on to a client of ${era}`, async () => {
      await using root = await tempRoot({ 'servers/asking.toml': asking });
      // The second client is exposed to what the first one has got.
      const trusting = ['--allow', 'asking:form', '--trust-source', 'server:asking'];
      const options = ['--root', root.path, '--ensembles', `${root.path}/servers`, ...trusting];
      const content = { city: 'Oslo' };
      await using client = await start(era, options, async () => ({ action: 'accept', content }));
      await client.tools();
      assert.match(JSON.stringify((await client.call('asking__form')).content), /Oslo/);
      await using silent = await start(era, options);
      await silent.tools();
      assert.match(JSON.stringify((await silent.call('asking__form')).content), /cancel/);
    });
  }

  it('asks nobody, and says how to allow what may not run', async () => {
    await using root = await tempRoot();
    const write = { path: 'new.txt', content: 'eggs' };
    await using client = await start('2026', ['--root', root.path]);
    const refused = await client.call('workspace__write_file', write);
    assert.equal(refused.isError, true);
    assert.match(JSON.stringify(refused.content), /can’t be asked here.*--allow workspace:write_file/);
    await using allowed = await start('2026', ['--root', root.path, '--allow', 'workspace:*']);
    const written = await allowed.call('workspace__write_file', write);
    assert.notEqual(written.isError, true, JSON.stringify(written));
  });

  it('answers every request, in words, and reads null as absent', async () => {
    await using root = await tempRoot();
    const child = spawn(process.execPath, [mainFile, 'mcp', '--root', root.path], { stdio: 'pipe' });
    child.stderr.resume();
    const asked = (id: number, method: string, params: unknown) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const clientInfo = { name: 'x', version: '1' };
    asked(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    asked(1, 'tools/list', null);
    asked(2, 'tools/list', { _meta: null, cursor: null });
    asked(3, 'tools/call', { name: 'workspace__list_directory', arguments: null });
    asked(4, 'tools/call', { name: 'workspace__list_directory', arguments: [1] });
    asked(5, 'tools/list', 'all');
    asked(6, 'no/such', {});
    const answers = new Map<
      number,
      { readonly result?: object; readonly error?: { readonly message: string } }
    >();
    for await (const line of createInterface(child.stdout)) {
      const { id, ...answer } = JSON.parse(line);
      if (id !== undefined) answers.set(id, answer);
      if (answers.size === 7) child.stdin.end();
    }
    for (const id of [0, 1, 2, 3]) assert.ok(answers.get(id)?.result, `${id}`);
    assert.match(answers.get(4)?.error?.message ?? '', /^The request can’t be read: params\.arguments: /);
    assert.match(answers.get(5)?.error?.message ?? '', /params must be an object/);
    assert.match(answers.get(6)?.error?.message ?? '', /Method not found/);
  });

  it('tells on its standard error what failed, in one line', async () => {
    await using root = await tempRoot({
      'own.toml': describedTool('own', ['own', 'fail'], 'permission = "allow"\n'),
      'own.mjs': 'export const fail = () => { throw new Error("Gone.\\nFor good."); };\n',
    });
    const args = [mainFile, 'mcp', '--root', root.path, '--ensembles', root.path];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args,
      env: environment,
      stderr: 'pipe',
    });
    const errors = transport.stderr === null ? '' : text(transport.stderr as Readable);
    await using client = await connect('2025', {
      fresh: () => transport,
      old: () => transport as OldTransport,
    });
    assert.equal((await client.call('own__fail')).isError, true);
    await transport.close();
    const lines = (await errors).split('\n').filter(line => line.includes('failed'));
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /own:fail failed: execution: Gone\.␊For good\. \(conversation \S+\)$/);
  });

  it('ends when its input ends, and writes nothing but the protocol', async () => {
    await using root = await tempRoot();
    const clientInfo = { name: 'x', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    const child = spawn(process.execPath, [mainFile, 'mcp', '--root', root.path], { stdio: 'pipe' });
    const ended = once(child, 'close');
    child.stderr.resume();
    child.stdin.write(`this is no JSON\n${JSON.stringify(initialize)}\n`);
    const lines = createInterface(child.stdout);
    const [first] = await once(lines, 'line');
    assert.equal(JSON.parse(first).result.serverInfo.name, 'converser');
    const others: string[] = [];
    lines.on('line', line => others.push(line));
    child.stdin.end();
    assert.deepEqual(await ended, [0, null]);
    assert.deepEqual(others, []);
  });
});

const descriptor = (name: string, args: readonly string[]) => `[ensemble]
name = "${name}"
kind = "mcp"
[server]
transport = "stdio"
command = "node"
args = ${JSON.stringify(args)}
`;
const asking = descriptor('asking', [fakeProgram('asking-stdio.ts')]);
const everything = descriptor('everything', [serverProgram('everything'), 'stdio']);

function start(era: Era, options: readonly string[], answer?: Answer): Promise<TriedClient> {
  const server = {
    command: process.execPath,
    args: [mainFile, 'mcp', ...options],
    env: { ...environment, NO_COLOR: '1', XDG_STATE_HOME: path.join(tmpdir(), 'converser-test-state') },
  };
  const transports = {
    fresh: () => new StdioClientTransport(server),
    old: () => new OldStdioTransport(server) as OldTransport,
  };
  return connect(era, transports, answer);
}

/** Such as the cache of compiled modules. */
const environment = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);
