import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, rename, symlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eachTest } from '../../each-test.ts';
import { createTempFolder } from '../../temp-folder.ts';
import { makeTemporaryWorkspace } from '../../workspace/temporary-workspace.ts';
import { runSandboxed, type SandboxedRun } from './run-sandboxed.ts';

/** What is in the folder for temporary files is absent anyway. */
const elsewhere = [path.resolve('node_modules'), userInfo().homedir].find(
  place => !place.startsWith('/tmp/'),
);

describe('what a command sees', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));
  const home = eachTest(() => createTempFolder(elsewhere));
  const state = eachTest(() => createTempFolder());

  async function prints(line: string, wanted: string, ports: Partial<SandboxedRun> = {}): Promise<void> {
    const seen = await runSandboxed(made, line, { folder: state.path, home: home.path, ...ports });
    if (seen !== undefined) assert.equal(seen, wanted, line);
  }

  /** Names those of these files of the home that can be read. */
  const readable = (files: readonly string[]) =>
    files.map(file => `cat '${home.file(file)}' >/dev/null 2>&1 && echo '${file}'`).join('; ');

  it('is nothing of your home but tools, and those can’t be changed', async () => {
    const keys = ['.npmrc', '.claude/.credentials.json', 'aws.pem', '.local/share/keyrings/login.keyring'];
    const others = ['.bash_history', '.julia/servers/x/auth.toml', 'notes.txt', 'dotfiles/ssh/id'];
    for (const file of [...keys, ...others, 'dotfiles/nvm/node', '.pyenv/shims/python', '.config/git/ignore'])
      await home.write(file, 'text');
    await symlink('dotfiles/ssh', home.file('.ssh'));
    await symlink('dotfiles/nvm', home.file('.nvm'));
    const tools = ['.nvm/node', '.pyenv/shims/python', '.config/git/ignore'];
    await prints(readable([...keys, ...others, '.ssh/id', ...tools]), tools.join('\n'));
    const write = ['x', '.pyenv/x'].map(file => `(echo x > ${home.file(file)}) 2>/dev/null || echo refused`);
    await prints(write.join('; '), 'refused\nrefused');
    await prints(readable([...keys, 'notes.txt']), '', { isBackground: true, access: 'network' });
  });

  it('are settings of tools only if they hold no key', async () => {
    await home.write('.gitconfig', '[user]\n\tname = Ada\n\tsigningkey = AB12\n');
    await home.write('.config/git/config', '[url "https://ghp_x@github.com/"]\n\tinsteadOf = gh:\n');
    await home.write('.cargo/config.toml', '[registries.own]\ntoken = "abc"\n');
    await prints(readable(['.gitconfig', '.config/git/config', '.cargo/config.toml']), '.gitconfig');
  });

  it('are the programs on the path with what belongs to them, and nothing else beside them', async () => {
    for (const file of ['tools/bin/tool', '.agent/bin/agent'])
      await home.write(file, '#!/bin/sh\ncat "$(dirname "$0")/../lib/words"\n');
    await home.write('tools/lib/words', 'words');
    await home.write('tools/auth.json', 'KEY');
    await home.write('.agent/auth.json', 'KEY');
    await chmod(home.file('tools/bin/tool'), 0o755);
    const PATH = `${home.file('tools/bin')}:${home.file('.agent/bin')}:${home.path}:${process.env.PATH}`;
    const line = `tool; ls ${home.file('tools')} ${home.file('.agent')} | tr '\\n' ' '`;
    const wanted = `words${home.file('.agent')}: bin  ${home.file('tools')}: bin lib`;
    await prints(line, wanted, { environment: { ...process.env, PATH } });
  });

  it('are no keys of the workspace, wherever they lie, unless it names some', async () => {
    const keys = ['.env', 'a/.env.local', '.vscode/.env', 'certificates/server.key', '.aws/config'];
    for (const file of [...keys, '.env.example', '.env.d/x', 'a/b']) await made.write(file, file);
    await symlink('../.env', path.join(made.root, 'a/link'));
    await symlink('a/b', path.join(made.root, 'own.pem'));
    const files = [...keys, 'a/link', 'own.pem', 'a/b', '.env.example', '.env.d/x'];
    const line = files.map(file => `cat ${file} 2>/dev/null && echo`).join('; ');
    await prints(line, '.env.example\n.env.d/x');
    await prints(line, '.env.example\n.env.d/x', { isBackground: true });
    await prints('cat .env a/.env.local', '.enva/.env.local', { seesKeys: true });
    assert.equal((await readdir(path.join(made.root, '.aws'))).length, 1);
  });

  it('is the repository of a working tree, if that says so', async () => {
    await home.write('main/file', 'text');
    await home.write('secret/refs/key', 'KEY');
    const git = (...args: readonly string[]) =>
      promisify(execFile)('git', ['-C', home.file('main'), ...args], { env: { PATH: process.env.PATH } });
    await git('init', '-q');
    await git('-c', 'user.name=x', '-c', 'user.email=x', 'commit', '-q', '--allow-empty', '-m', 'words');
    await git('worktree', 'add', '-q', path.join(made.root, 'tree'));
    await rename(path.join(made.root, 'tree/.git'), path.join(made.root, '.git'));
    await home.write('main/.git/worktrees/tree/gitdir', `${made.root}/.git\n`);
    await prints('git log --format=%s', 'words');
    await home.write('main/.git/worktrees/tree/gitdir', '/elsewhere/.git\n');
    await prints(`ls -d ${home.file('main')} 2>/dev/null || echo hidden`, 'hidden');
    await made.write('own/commondir', home.file('secret'));
    await made.write('own/gitdir', `${made.root}/.git`);
    await made.write('.git', 'gitdir: own');
    await prints(`ls -d ${home.file('secret')} 2>/dev/null || echo hidden`, 'hidden');
  });

  it('are no sockets of other programs without a path, unless it has the network', async () => {
    const server = createServer().listen(`\0converser-${process.pid}`);
    await once(server, 'listening');
    const ask = `'${process.execPath}' -e 'require("net").connect("\\0converser-${process.pid}").on("connect", () => { console.log("reached"); process.exit() }).on("error", () => console.log("refused"))'`;
    await prints(ask, 'refused').finally(() => server.close());
  });

  it('are no sockets without a file, not even with the network', async () => {
    const name = `converser-${process.pid}`;
    const [local, web] = [createServer(each => each.end('local')), createServer(each => each.end('web'))];
    await once(local.listen({ path: `\0${name}` }), 'listening');
    await once(web.listen(0, '127.0.0.1'), 'listening');
    const { port } = web.address() as AddressInfo;
    const program = `const net = require('node:net');
      for (const at of [{ path: '\\0${name}' }, { port: ${port}, host: '127.0.0.1' }])
        net.connect(at).on('error', ({ code }) => console.log(code)).on('data', text => console.log(String(text)));`;
    const line = `'${process.execPath}' -e "${program}" | sort`;
    try {
      await prints(line, 'EAFNOSUPPORT\nweb', { access: 'network' });
    } finally {
      for (const server of [local, web]) server.close();
    }
  });

  it('is nothing of the kernel that it could change', async () => {
    const places = ['sys/kernel/core_pattern', 'sys/kernel/hostname', 'sysrq-trigger', 'mtrr', 'irq/x'];
    const line = places.map(place => `(: >> /proc/${place}) 2>/dev/null && echo ${place}`).join('; ');
    await prints(`${line}; true`, '');
  });
});

describe('what Converser runs', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));
  const own = eachTest(() => createTempFolder(elsewhere));
  const state = eachTest(() => createTempFolder());

  const run = (line: string, ours: string, named = own.path) => {
    const ports = { writable: () => [named], protectedPlaces: () => [own.file(ours)] };
    return runSandboxed(made, line, { folder: state.path, home: state.path, ...ports });
  };

  it('stays as it is where commands write, whatever is done around it', async () => {
    await own.write('cache/converser/node', 'mine');
    const ways = [
      'echo x > node',
      'rm node',
      'mkdir x',
      'cd ..; mv converser other',
      'cd ../..; mv cache other',
    ];
    for (const way of ways) {
      const line = `(cd ${own.file('cache/converser')} && ${way}) 2>/dev/null || echo refused`;
      assert.match((await run(line, 'cache/converser')) ?? 'refused', /^refused$/, way);
    }
    const beside = await run(`echo x > ${own.file('cache/other')} || echo refused`, 'cache/converser');
    assert.equal(beside ?? '', '');
  });

  it('stays hidden where commands write, if it is', async () => {
    await own.write('state/key', 'KEY');
    const ports = { writable: () => [own.path], protectedPlaces: () => [own.file('state')] };
    const all = { folder: state.path, home: state.path, hidden: [own.file('state')], ...ports };
    const line = `(cat ${own.file('state/key')} || echo x > ${own.file('state/x')}) 2>/dev/null || echo refused`;
    assert.equal((await runSandboxed(made, line, all)) ?? 'refused', 'refused');
  });

  it('is said to be in the way where a mount can’t keep it', async () => {
    await mkdir(own.file('there'));
    if ((await run('true', 'there')) === undefined) return;
    await mkdir(own.file('real/bin'), { recursive: true });
    await symlink('real', own.file('link'));
    const why = (place: string) => new RegExp(`write to ${place}, as Converser runs what is in`);
    await assert.rejects(run('true', 'link'), why(own.path));
    await assert.rejects(run('true', 'link/bin'), why(own.path));
    await assert.rejects(run('true', 'not/yet'), why(own.path));
    await assert.rejects(run('true', 'real', own.file('real/bin')), why(own.file('real/bin')));
  });
});
