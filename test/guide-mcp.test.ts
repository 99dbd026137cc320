import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startCompanyNetwork } from './fakes/company-network.ts';
import { startGuardedServer } from './fakes/mcp/guarded-server.ts';
import { type NpmRegistry, startNpmRegistry } from './fakes/npm-registry.ts';
import { type GuideSetups, readGuideSetups } from './guide-setups.ts';
import { type TempRoot, tempRoot } from './terminal/run-converse.ts';
import { type RunLineOptions, runLine } from './terminal/run-line.ts';

const checkout = path.resolve(import.meta.dirname, '..');

describe('The guide’s set-ups of MCP servers, word for word', () => {
  // The lines are for a POSIX shell, and Linux has the program that lends them a terminal.
  if (process.platform !== 'linux') return;
  let guide: GuideSetups;
  let registry: NpmRegistry;
  let fetched: TempRoot;
  const freshHome = () => homeOf(registry.npmrc(fetched.path));

  before(async () => {
    guide = await readGuideSetups();
    registry = await startNpmRegistry(checkout);
    fetched = await tempRoot();
  });

  after(async () => {
    await registry.close();
    await fetched[Symbol.asyncDispose]();
  });

  it('a program on the machine starts from its descriptor, and answers', async () => {
    await using dir = await tempRoot({ 'memory.toml': guide.program });
    await using home = await freshHome();
    const line = guide.lines.invokeOfDescriptor.replace('DIR', dir.path);
    const ran = await runLine(line, { home: home.path });
    assert.equal(ran.code, 0, ran.shown);
    assert.match(ran.shown, /✓ memory:read_graph/);
    assert.match(ran.shown, /"entities"/);
    assert.match(await readFile(path.join(dir.path, 'converser.lock.toml'), 'utf8'), /name = "read_graph"/);
  });

  it('a program that wants a key, which the descriptor shows, says where the key goes', async () => {
    const withKey = guide.program.replace(/^# env/m, 'env');
    assert.notEqual(withKey, guide.program);
    await using dir = await tempRoot({ 'memory.toml': withKey });
    await using home = await freshHome();
    const line = guide.lines.invokeOfDescriptor.replace('DIR', dir.path);
    const ran = await runLine(line, { home: home.path });
    assert.match(ran.shown, /Set the environment variable CONVERSER_SECRET_MEMORY to it/);
  });

  it('a folder’s servers start once somebody has approved them, are pinned, and are held against that', async () => {
    await using home = await freshHome();
    await using folder = await tempRoot({ '.vscode/mcp.json': guide.folder });
    const { invokeOfFolder, acceptLock, verifyLock } = guide.lines;
    const run = (line: string, more: Pick<RunLineOptions, 'answers'> = {}) =>
      runLine(line.replace('FOLDER', folder.path), { home: home.path, ...more });
    const answers = [{ to: 'Start it, now and until it changes?', answer: 'yes' }];
    const first = await run(invokeOfFolder, { answers });
    assert.equal(first.code, 0, first.shown);
    assert.match(first.shown, /npx -y @modelcontextprotocol\/server-everything/);
    assert.match(first.shown, /Echo: hi/);

    const accepted = await run(acceptLock);
    assert.equal(accepted.code, 0, accepted.shown);
    const verified = await run(verifyLock);
    assert.deepEqual([verified.code, verified.shown], [0, '✓ everything\n']);
    const lock = path.join(folder.path, 'converser.lock.toml');
    const pinned = await readFile(lock, 'utf8');
    await writeFile(lock, pinned.replace(/\[\[server\.tool\]\]\nname = "echo".*?\n(?=\[\[)/s, ''));
    const drifted = await run(verifyLock);
    assert.deepEqual([drifted.code, drifted.shown.split('\n')[1]], [1, '    new       echo']);
  });

  it('a remote server lets in who signs in, also where a company has a proxy and certificates of its own', async () => {
    const { host, origin } = new URL(guide.address);
    const guarded = await startGuardedServer({ address: origin });
    const network = await startCompanyNetwork({ host, at: guarded.url });
    await using dir = await tempRoot({ 'remote.toml': guide.remote, 'company.pem': network.certificate });
    await using home = await freshHome();
    try {
      const line = guide.lines.invokeOfDescriptor
        .replace('DIR', dir.path)
        .replace(/'.*'/, `'/invoke remote:echo {"message": "let in"}'`);
      const { shown, code } = await runLine(line, {
        home: home.path,
        environment: {
          NODE_USE_ENV_PROXY: '1',
          HTTPS_PROXY: network.url,
          NODE_EXTRA_CA_CERTS: path.join(dir.path, 'company.pem'),
          PATH: `${await folderWithBrowser(home.path)}${path.delimiter}${process.env.PATH}`,
        },
        answers: [{ to: 'Open the page?', answer: 'yes' }],
      });
      assert.equal(code, 0, shown);
      assert.ok(shown.includes(`MCP server remote wants you to sign in at ${origin}`), shown);
      assert.match(shown, /Echo: let in/);
      assert.deepEqual([...new Set(network.asked)], [`${host}:443`]);
      assert.equal(guarded.asked.filter(({ path: at }) => at === '/token').length, 1);
    } finally {
      await network.close();
      await guarded.close();
    }
  });

  it('secrets and inputs come from the variables that stand beside them', async () => {
    const isPlaceholder = (text: string) => text.startsWith('${');
    const [secret = '', input = '', ...others] = guide.quoted.filter(isPlaceholder);
    const variables = guide.quoted.filter(text => /^CONVERSER_/.test(text));
    assert.deepEqual([others, variables.length], [[], 2], 'Other placeholders than are tried here.');
    const env = `env = { FIRST = "${secret}", SECOND = "${input}" }`;
    const server = 'command = "npx"\nargs = ["-y", "@modelcontextprotocol/server-everything"]';
    await using dir = await tempRoot({
      'everything.toml': `[ensemble]\nname = "everything"\nkind = "mcp"\n[server]\ntransport = "stdio"\n${server}\n${env}\n`,
    });
    await using home = await freshHome();
    const line = guide.lines.invokeOfDescriptor
      .replace('DIR', dir.path)
      .replace(/'.*'/, `'/invoke everything:get-env {}'`);
    const [first = '', second = ''] = variables;
    const environment = { [first]: 'one', [second]: 'two' };
    const { shown } = await runLine(line, { home: home.path, environment });
    assert.match(shown, /"FIRST": "one"/);
    assert.match(shown, /"SECOND": "two"/);
  });
});

/** The folder of somebody whose npm asks the registry that their company has. */
function homeOf(npmrc: string): Promise<TempRoot> {
  return tempRoot({ '.npmrc': npmrc });
}

/** A browser in which somebody agrees at once: it follows the page to wherever it is sent. */
async function folderWithBrowser(parent: string): Promise<string> {
  const folder = path.join(parent, 'bin');
  const browser = path.join(folder, 'xdg-open');
  await mkdir(folder);
  await writeFile(browser, `#!/bin/sh\nexec '${process.execPath}' -e 'fetch(process.argv[1])' "$1"\n`);
  await chmod(browser, 0o755);
  return folder;
}
