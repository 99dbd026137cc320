import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import { text, textOf } from '../../../../src/converser/words/canister/content.ts';
import { isReply, type Reply, reply } from '../../../../src/converser/words/ensemble/invoker.ts';
import type { Command } from '../../../../src/ensembles/shell/command/command.ts';
import type { Access } from '../../../../src/ensembles/shell/sandbox/access.ts';
import type { SandboxPorts } from '../../../../src/ensembles/shell/sandbox/sandbox.ts';
import type { Shell } from '../../../../src/ensembles/shell/shell.ts';
import { shellTools } from '../../../../src/ensembles/shell/shell-tools.ts';
import { createAddedPlaces } from '../../../../src/ensembles/workspace/protection/added-places.ts';
import { eachTest } from '../../each-test.ts';
import { createTempFolder } from '../../temp-folder.ts';
import { toolContext } from '../../tool-context.ts';
import { makeTemporaryWorkspace } from '../../workspace/temporary-workspace.ts';
import { createTestShell } from '../test-shell.ts';
import { createTestSandbox } from './test-sandbox.ts';

describe('the sandbox', () => {
  let shell: Shell | undefined;
  afterEach(async () => {
    await shell?.dispose();
    shell = undefined;
  });
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));
  const home = eachTest(() => createTempFolder());
  const state = eachTest(() => createTempFolder());
  let context = toolContext('shell:run_command');
  beforeEach(() => {
    context = toolContext('shell:run_command');
  });

  function sandboxOf(ports: Partial<SandboxPorts> = {}) {
    return createTestSandbox(made.workspace, { folder: state.path, home: home.path, ...ports });
  }

  /** What a line for the shell prints in the sandbox. `undefined`: this machine has none, and that is said. */
  async function printed(
    line: string,
    {
      access = 'workspace',
      isBackground = false,
      ...ports
    }: Partial<SandboxPorts> & { readonly access?: Access; readonly isBackground?: boolean } = {},
  ): Promise<string | undefined> {
    const sandbox = sandboxOf(ports);
    const plan = await sandbox.plan('workspace');
    if (plan.kind === 'open') {
      assert.match(plan.why ?? '', /bubblewrap/);
      return undefined;
    }
    shell ??= createTestShell(made.workspace, { folder: state.path, sandbox });
    const command: Command = { kind: 'line', line };
    const { running } = await shell.start({ command, access, isBackground });
    await running.ended;
    return running.output.shown().trim();
  }

  function expect(seen: string | undefined, wanted: string | RegExp): void {
    if (seen === undefined) return;
    if (typeof wanted === 'string') assert.equal(seen, wanted);
    else assert.match(seen, wanted);
  }

  it('lets a command write in the workspace, and nowhere else', async () => {
    const outside = path.join(made.beside, 'outside', 'secret.txt');
    const places = [outside, `${home.path}/c`, '/etc/converser', path.resolve('converser')];
    const others = places.map(place => `(echo x > ${place}) 2>/dev/null || echo refused`);
    const seen = await printed(['echo a > inside', 'cat inside', ...others].join('; '));
    expect(seen, ['a', ...places.map(() => 'refused')].join('\n'));
    if (seen === undefined) return;
    assert.equal(await readFile(path.join(made.root, 'inside'), 'utf8'), 'a\n');
    assert.equal(await readFile(outside, 'utf8').catch(() => 'SECRET'), 'SECRET');
    assert.deepEqual(await readdir(home.path), []);
  });

  it('keeps what is protected there as it is, by whatever way it is reached', async () => {
    await made.write('.git/config', 'mine');
    await made.write('.vscode/settings.json', 'mine');
    await made.write('sub/.npmrc', 'mine');
    const written = ['.git/config', '.git/commondir', '.vscode/tasks.json', 'sub/.npmrc'];
    const others = ['mv .git other', 'rm -rf .vscode', 'ln -s .git link; echo x > link/config'];
    const ways = [...written.map(file => `echo x > ${file}`), ...others, 'mv -f link sub/.npmrc'];
    for (const way of ways) expect(await printed(`(${way}) 2>/dev/null || echo refused`), /refused$/);
    assert.deepEqual(await readdir(path.join(made.root, '.git')), ['config']);
    for (const kept of ['.git/config', '.vscode/settings.json', 'sub/.npmrc'])
      assert.equal(await readFile(path.join(made.root, kept), 'utf8'), 'mine');
  });

  it('keeps what you have added to the protected places', async () => {
    await made.write('prod/secrets/a', 'mine');
    const addedPlaces = createAddedPlaces({ read: () => ['prod/**'], place: 'a setting' });
    const line = '(echo x > prod/secrets/a) 2>/dev/null || echo refused';
    expect(await printed(line, { addedPlaces }), 'refused');
    assert.equal(await readFile(path.join(made.root, 'prod/secrets/a'), 'utf8'), 'mine');
  });

  it('keeps commands in the background from making what editors and git run by themselves', async () => {
    const line = 'mkdir -p .vscode/x .git/x 2>/dev/null || echo refused; ls -A';
    const seen = await printed(line, { isBackground: true });
    expect(seen, /^refused\n/);
    if (seen === undefined) return;
    // What stood for them meanwhile is gone.
    assert.deepEqual(await readdir(made.root), []);
  });

  /** What a tool returns. `undefined`: this machine has no sandbox. */
  async function returnedFor(args: JsonObject, called = 'run_command'): Promise<Reply | undefined> {
    const sandbox = sandboxOf();
    if ((await sandbox.plan('workspace')).kind === 'open') return undefined;
    shell ??= createTestShell(made.workspace, { folder: state.path, sandbox });
    const tool = shellTools(shell).find(({ name }) => name === called);
    const returned = await tool?.invocable(args, context);
    if (typeof returned === 'string') return reply({ content: [text(returned)] });
    return isReply(returned) ? returned : assert.fail('It returned nothing.');
  }

  it('is named to the model where it may be why a command failed', async () => {
    const hint = '[It ran in a sandbox. If that is why it failed';
    const isHinted = async (line: string) => {
      const told = await returnedFor({ line });
      return told && textOf(told.content).includes(hint);
    };
    assert.notEqual(await isHinted('echo x > /etc/converser'), false);
    for (const line of ['echo a | grep b', 'true']) assert.notEqual(await isHinted(line), true, line);
  });

  it('holds protected places back that a command makes, until you let them through', async () => {
    const line = 'mkdir a; echo {} > a/mcp.json; echo {} > plain.json';
    const returned = await returnedFor({ line });
    if (returned === undefined) return;
    const held =
      /stay as they were, all else is changed: a\/mcp\.json \(mcp\.json decides .+\)\. .+ bring_changes \{"id": "c1"\} asks/;
    assert.match(textOf(returned.content), held);
    assert.match(returned.screen ?? '', held);
    assert.deepEqual((await readdir(made.root, { recursive: true })).toSorted(), ['a', 'plain.json']);
    assert.ok(shell);
    const bring = shellTools(shell).find(({ name }) => name === 'bring_changes');
    const review = bring?.review?.({ id: 'c1' });
    assert.match((await review?.alwaysAsk?.()) ?? '', /mcp\.json decides/);
    const preview = await review?.preview?.(AbortSignal.timeout(10_000));
    assert.match(preview?.diff ?? '', /^@@ a\/mcp\.json\n@@ line 1 @@\n\+\{\}$/);
    assert.match(textOf((await returnedFor({ id: 'c1' }, 'bring_changes'))?.content ?? []), /^Changed: /);
    assert.equal(await readFile(path.join(made.root, 'a/mcp.json'), 'utf8'), '{}\n');
    await assert.rejects(returnedFor({ id: 'c1' }, 'bring_changes'), /Nothing of c1 is left/);
  });

  it('shows what is in a protected folder before you let it through', async () => {
    if ((await returnedFor({ line: 'mkdir -p a/.zed/b; echo {} > a/.zed/b/tasks.json' })) === undefined)
      return;
    assert.ok(shell);
    const bring = shellTools(shell).find(({ name }) => name === 'bring_changes');
    const preview = await bring?.review?.({ id: 'c1' })?.preview?.(AbortSignal.timeout(10_000));
    assert.match(preview?.diff ?? '', /^@@ a\/\.zed\/b\/tasks\.json\n@@ line 1 @@\n\+\{\}$/);
  });

  it('leaves what another command still needs', async () => {
    const sandbox = sandboxOf();
    const plan = await sandbox.plan('workspace');
    if (plan.kind !== 'sandboxed') return assert.equal(plan.kind, 'open');
    const launch = { file: '/bin/true', args: [], env: {}, cwd: made.root };
    const by = { temporary: state.path, isBackground: true };
    const one = await plan.enclose(launch, by);
    const other = await plan.enclose(launch, by);
    assert.deepEqual(await one.release(), { made: [], refused: [] });
    await one.release();
    assert.deepEqual((await readdir(made.root)).toSorted(), ['.git', '.vscode']);
    await made.write('.vscode/settings.json', '{}');
    assert.deepEqual(await other.release(), { made: [], refused: [] });
    assert.deepEqual(await readdir(made.root), ['.vscode']);
  });

  it('hides your keys, and the files and processes of others', async () => {
    await home.write('.ssh/id_ed25519', 'KEY');
    await home.write('.netrc', 'KEY');
    await home.write('other', 'text');
    await home.write('.link', '');
    await symlink(home.file('other'), home.file('.pgpass'));
    const keys = `cat ${home.path}/.ssh/* ${home.path}/.netrc 2>/dev/null; ls -A ${home.path}/.ssh`;
    expect(await printed(keys), '');
    const processes = `ls /proc | grep -c '^${process.pid}$'; kill -0 ${process.pid} 2>&1 | wc -l`;
    expect(await printed(processes), /^0\n/);
    expect(await printed('ls -A /run/user /run/docker.sock 2>/dev/null | wc -l'), '0');
  });

  it('hides what it is told to, and the sockets of other programs', async () => {
    const elsewhere = await createTempFolder(path.resolve('node_modules'));
    await elsewhere.write('state/key', 'KEY');
    const listening = createServer().listen(elsewhere.file('socket'));
    await once(listening, 'listening');
    try {
      const ask = `'${process.execPath}' -e 'require("net").connect("${elsewhere.file('socket')}").on("connect", () => console.log("reached")).on("error", () => console.log("refused"))'`;
      const ports = { hidden: [elsewhere.file('state')], access: 'network' } as const;
      expect(await printed(`ls -A ${elsewhere.file('state')} 2>/dev/null; ${ask}`, ports), 'refused');
    } finally {
      listening.close();
      await elsewhere.dispose();
    }
  });

  it('gives a command the network only with that access', async () => {
    const server = createServer((_, response) => response.end('reached'));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as AddressInfo;
    const ask = `'${process.execPath}' -e 'fetch("http://127.0.0.1:${port}").then(a => a.text()).then(console.log, () => console.log("refused"))'`;
    try {
      expect(await printed(ask), 'refused');
      expect(await printed(ask, { access: 'network' }), 'reached');
      const write = `(echo x > ${home.path}/x) 2>/dev/null || echo refused`;
      expect(await printed(write, { access: 'network' }), 'refused');
    } finally {
      await new Promise(resolve => server.close(resolve));
    }
  });

  it('lets commands share temporary files, which nothing else sees', async () => {
    const name = `converser-${process.pid}`;
    expect(await printed(`echo shared > /tmp/${name}; ls /tmp | wc -l`), /^\d+$/);
    expect(await printed(`cat /tmp/${name}`), 'shared');
    assert.ok(!(await readdir('/tmp')).includes(name));
  });

  it('lets a command write in folders of yours that you have named', async () => {
    await mkdir(home.file('.cache'));
    const line = `echo a > ${home.path}/.cache/a; cat ${home.path}/.cache/a`;
    expect(await printed(line, { writable: () => ['~/.cache'] }), 'a');
  });

  it('lets programs have a cache, in their usual place only where they can write to it', async () => {
    expect(await printed('echo "$npm_config_cache"; mkdir -p "$GOCACHE" && echo made'), '/tmp/.npm\nmade');
    await mkdir(home.file('.npm'));
    await shell?.dispose();
    shell = undefined;
    expect(await printed('echo "$npm_config_cache"', { writable: () => ['~/.npm'] }), '');
  });

  it('lets a program end by itself when it is stopped', async () => {
    const sandbox = sandboxOf();
    const plan = await sandbox.plan('workspace');
    if (plan.kind !== 'sandboxed') return assert.equal(plan.kind, 'open');
    shell = createTestShell(made.workspace, { folder: state.path, sandbox });
    const line = `trap 'echo ended > ended; exit 0' TERM; echo ready; while :; do sleep 0.05; done`;
    const command: Command = { kind: 'line', line };
    const { running } = await shell.start({ command, access: 'workspace', isBackground: true });
    while (!running.output.shown().includes('ready')) {
      await running.news();
      await running.flush();
    }
    assert.equal((await running.stop()).how, 'stopped');
    assert.equal(await readFile(path.join(made.root, 'ended'), 'utf8'), 'ended\n');
  });

  it('takes no program of the workspace for bubblewrap', async () => {
    await made.write('bin/bwrap', '#!/bin/sh\ntouch ran');
    await chmod(path.join(made.root, 'bin/bwrap'), 0o755);
    const plan = await sandboxOf({ environment: { PATH: path.join(made.root, 'bin') } }).plan('workspace');
    assert.notEqual(plan.kind === 'open' ? plan.why : '', 'bubblewrap doesn’t work here (Command failed)');
    assert.deepEqual(await readdir(made.root), ['bin']);
  });

  it('says why there is none, and refuses where you require one', async () => {
    const broken = await createTempFolder();
    const why = 'bwrap: No permissions to create a new namespace';
    await broken.write('bwrap', `#!/bin/sh\necho "${why}" >&2\nexit 1\n`);
    await chmod(broken.file('bwrap'), 0o755);
    const environment = { PATH: broken.path };
    const [root] = made.workspace.roots;
    assert.ok(root);
    const isLinux = process.platform === 'linux';
    assert.deepEqual(await sandboxOf({ roots: () => [{ ...root, path: '/' }] }).plan('workspace'), {
      kind: 'open',
      why: isLinux ? 'the workspace is the whole disk' : 'Converser has one on Linux, with bubblewrap',
    });
    const open = { kind: 'open', why: `bubblewrap doesn’t work here (${why})` };
    if (isLinux) assert.deepEqual(await sandboxOf({ environment }).plan('workspace'), open);
    const refused = await sandboxOf({ environment, mode: () => 'required' }).plan('network');
    const required =
      /converser\.shell\.sandbox \(in a terminal --sandbox\) requires a sandbox, and there is none: /;
    assert.match(refused.kind === 'refused' ? refused.why : '', required);
    assert.equal((await sandboxOf({ mode: () => 'required' }).plan('full')).kind, 'refused');
    assert.deepEqual(await sandboxOf({ mode: () => 'off' }).plan('full'), { kind: 'open' });
    await broken.dispose();
  });
});
