import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type ApprovedLaunch,
  createLaunchApproval,
} from '../../../../src/ensembles/mcp/approval/launch-approval.ts';
import { aServer, someValues } from '../example-definition.ts';

const { signal } = new AbortController();

/** The files of a repository, and a server in it whose approvals say whether they were asked for, and with what. */
async function repository(files: Readonly<Record<string, string>>) {
  const made = await realpath(await mkdtemp(path.join(tmpdir(), 'approval-')));
  const folder = path.join(made, 'ws');
  await mkdir(folder);
  const put = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  for (const [file, text] of Object.entries(files)) await put(file, text);
  const kept = new Map<string, ApprovedLaunch | undefined>();
  const asked: string[] = [];
  const approval = createLaunchApproval({
    ask: async ({ detail }) => asked.push(detail) > 0,
    memory: {
      read: server => kept.get(server),
      write: async (server, launch) => void kept.set(server, launch),
    },
    isTrusted: () => true,
    values: someValues({ folders: [{ name: 'ws', path: folder }], userHome: path.join(folder, '../home') }),
  });
  return {
    folder,
    put,
    /** What was asked at a start of the command line. */
    async start(line: string): Promise<string | undefined> {
      const [command = '', ...args] = line.match(/'[^']*'|\S+/g)?.map(word => word.replaceAll("'", '')) ?? [];
      const before = asked.length;
      assert.equal(await approval.approve(aServer({ command, args }, { folder }), signal), undefined);
      return asked[before];
    },
    [Symbol.asyncDispose]: () => rm(made, { recursive: true, force: true }),
  };
}

const own = { 'tools/server.mjs': "import './lib.mjs';", 'tools/lib.mjs': '', 'notes.md': '' };
const python = { 'srv/main.py': 'from srv import lib', 'srv/lib.py': '', 'srv/__init__.py': '' };
const scripts = { 'package.json': '{"scripts":{"mcp":"cd tools && node server.mjs"}}', ...own };
const installed = {
  'package.json': '{}',
  'node_modules/tool/package.json': '{"version":"1.0.0"}',
  'node_modules/tool/cli.js': '',
};

describe('The approval of a server of a folder', () => {
  for (const [line, files, changed] of [
    ['node tools/server.mjs', own, 'tools/lib.mjs'],
    ['node tools/server.mjs', own, 'tools/plugins/new.mjs'],
    ['node tools/server.mjs', own, 'tools/later.unknown'],
    ['node tools/server.mjs', { ...own, 'package-lock.json': '{}' }, 'package-lock.json'],
    ['node tools/server.mjs', { ...own, 'package.json': '{}' }, 'src/imported-from-above.mjs'],
    ['node tools/server.mjs', { ...own, 'tools/node_modules/dep/a.js': '' }, 'tools/node_modules/dep/a.js'],
    ['node tools', own, 'tools/lib.mjs'],
    ['node .', { ...own, 'package.json': '{"main":"tools/server.mjs"}' }, 'tools/lib.mjs'],
    ["node -e 'require(`./tools/server.mjs`)'", own, 'tools/lib.mjs'],
    ["sh -c 'cd tools && node server'", own, 'tools/lib.mjs'],
    ['npm run mcp', scripts, 'package.json'],
    ['npm run mcp', scripts, 'tools/lib.mjs'],
    ["sh -c 'npm run mcp'", scripts, 'tools/lib.mjs'],
    ['make serve', { ...own, Makefile: 'serve:' }, 'Makefile'],
    ['python -m srv.main', python, 'srv/lib.py'],
    ['uvicorn srv.main:app', python, 'srv/lib.py'],
    ['uv --directory srv run main', python, 'srv/lib.py'],
    ['npx tsx tools/server', own, 'tools/lib.mjs'],
    ['npx -y tool@1.0.0', installed, 'node_modules/tool/package.json'],
    ['npx -y tool', installed, 'node_modules/tool/cli.js'],
    ['npx -y tool@2', { 'package.json': '{"bin":{"tool@2":"src/a.js"}}' }, 'src/a.js'],
  ] as const) {
    it(`is asked for again when ${changed} changed under ${line}`, async () => {
      await using at = await repository(files);
      assert.ok(await at.start(line));
      assert.equal(await at.start(line), undefined);
      await at.put(changed, 'other();');
      assert.match((await at.start(line)) ?? 'nothing asked', /• script \S+ (has changed|is new)/);
      assert.equal(await at.start(line), undefined);
    });
  }

  it('is asked for again when what it runs is linked elsewhere in the workspace, or came through a link', async () => {
    await using at = await repository({ ...own, 'shared/a.mjs': '' });
    await symlink('../shared', path.join(at.folder, 'tools/shared'));
    await at.start('node tools/server.mjs');
    await at.put('shared/a.mjs', 'other();');
    assert.ok(await at.start('node tools/server.mjs'));
  });

  it('is asked for at each start if there is too much to look at, or something can’t be read', async () => {
    await using at = await repository(own);
    await mkdir(path.join(at.folder, 'tools/many'));
    const names = Array.from({ length: 20_001 }, (_, each) => `${each}.js`);
    for (const name of names) await writeFile(path.join(at.folder, 'tools/many', name), '');
    for (const _ of [1, 2])
      assert.match((await at.start('node tools/server.mjs')) ?? '', /script tools = .*each start asks/);
  });

  it('is asked for again when npx has fetched another version, but not when it fetches the first one', async () => {
    await using at = await repository({});
    const lock = '../home/.npm/_npx/fd45a72a545557e9/package-lock.json';
    await at.start('npx -y tsx');
    await at.put(lock, '{"version":"1.0.0"}');
    assert.equal(await at.start('npx -y tsx'), undefined);
    assert.equal(await at.start('npx -y tsx'), undefined);
    await at.put(lock, '{"version":"1.0.1"}');
    assert.match((await at.start('npx -y tsx')) ?? '', /• script package tsx has changed/);
  });

  it('is asked for again when the manifest of the folder names a program as the package that npx fetches', async () => {
    await using at = await repository({ 'package.json': '{"name":"mine"}' });
    await at.start('npx -y tool@1.0.0');
    await at.put('package.json', '{"name":"mine","bin":{"tool@1.0.0":"evil.js"}}');
    assert.match((await at.start('npx -y tool@1.0.0')) ?? '', /• script package\.json is new/);
  });

  it('stays when documents, data and other packages change', async () => {
    await using at = await repository({ ...own, 'src/app.ts': '', 'tools/package.json': '{}' });
    for (const line of ['node tools/server.mjs', 'npx -y elsewhere@1.0.0 .', 'elsewhere --mode stdio']) {
      await at.start(line);
      for (const file of ['notes.md', 'src/app.ts', 'tools/memory.json', 'tools/log.txt', '.git/index'])
        await at.put(file, line);
      assert.equal(await at.start(line), undefined, line);
    }
  });

  it('says in one question what has changed, however many files it covers', async () => {
    const many = Array.from({ length: 60 }, (_, at) => [`tools/a${at}.mjs`, ''] as const);
    await using at = await repository({ ...own, ...Object.fromEntries(many) });
    const first = (await at.start('node tools/server.mjs')) ?? '';
    assert.match(first, /… and 42 more files\n/);
    assert.match(first, /covers this launch and 62 files and folders: if one changes/);
    await at.put('tools/a59.mjs', 'other();');
    assert.match((await at.start('node tools/server.mjs')) ?? '', /• script tools\/a59\.mjs has changed\n/);
  });

  it('covers a program of the folder that has no ending', async () => {
    await using at = await repository({ 'bin/serve': '#!/bin/sh', 'bin/lib.sh': '' });
    await chmod(path.join(at.folder, 'bin/serve'), 0o755);
    for (const [line, changed] of [
      ['bin/serve', 'bin/lib.sh'],
      ['env A=1 bin/serve', 'bin/lib.sh'],
      ['sh bin/serve', 'bin/serve'],
    ] as const) {
      await at.start(line);
      await at.put(changed, line);
      assert.ok(await at.start(line), line);
    }
  });
});
