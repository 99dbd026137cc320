import assert from 'node:assert/strict';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { launchHash, type StdioServer } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { boundedLines } from '../../../../src/ensembles/mcp/process/bounded-lines.ts';
import { findLaunch } from '../../../../src/ensembles/mcp/process/find-launch.ts';
import { createLoginPath } from '../../../../src/ensembles/process/login-path.ts';
import { createTempFolder, type TempFolder } from '../../temp-folder.ts';
import { call, texts } from '../call.ts';
import { ensemblesOfTest } from '../ends.ts';
import { define, misbehaving, never } from '../servers.ts';

const server = (more: Partial<StdioServer> = {}): StdioServer => ({
  kind: 'stdio',
  command: 'my-server',
  args: [],
  env: {},
  ...more,
});

describe('launching an MCP server', () => {
  const make = ensemblesOfTest();
  let temp: TempFolder;
  beforeEach(async () => {
    temp = await createTempFolder();
  });
  afterEach(() => temp.dispose());

  async function program(file: string, text = '#!/bin/sh\n'): Promise<string> {
    await temp.write(file, text);
    await chmod(temp.file(file), 0o755);
    return temp.file(file);
  }

  const name = 'tried';
  const noLogin = async () => undefined;

  it('finds a program on our own path or by its path, and no file that isn’t a program', async () => {
    const file = await program('bin/my-server');
    await mkdir(temp.file('other/my-server'), { recursive: true });
    await temp.write('more/my-server', 'not for running');
    const environment = { PATH: ['other', 'more', 'bin'].map(temp.file).join(path.delimiter) };
    const asked = () => Promise.reject(new Error('The login shell is not needed.'));
    const launch = await findLaunch(server(), { name, environment, loginPath: asked });
    assert.equal(launch.file, file);
    const options = { name, environment: {}, folder: temp.path, loginPath: noLogin };
    const relative = await findLaunch(server({ command: './bin/my-server' }), options);
    assert.equal(relative.file, file);
    assert.equal(relative.cwd, temp.path);
  });

  it('finds a program on the path of the login shell, and passes that path on', async function () {
    if (process.platform === 'win32') this.skip();
    const file = await program('nvm/my-server');
    const login = `PATH="${temp.file('nvm')}:/usr/bin:/bin"\nexport PATH\nfor last; do :; done\neval "$last"`;
    const shell = await program('shell', `#!/bin/sh\necho 'Welcome back!'\n${login}\necho 'Bye.'\n`);
    const environment = { PATH: '/nowhere', SHELL: shell };
    const loginPath = createLoginPath({ environment });
    const launch = await findLaunch(server(), { name, environment, loginPath });
    assert.equal(launch.file, file);
    assert.equal(launch.env.PATH, `${temp.file('nvm')}:/usr/bin:/bin`);
  });

  it('asks the login shell once, and does not wait for one that hangs', async function () {
    if (process.platform === 'win32') this.skip();
    const counting = await program('counting', `#!/bin/sh\necho asked >> "${temp.file('asked')}"\n`);
    const loginPath = createLoginPath({ environment: { SHELL: counting, PATH: process.env.PATH } });
    assert.deepEqual(await Promise.all([loginPath(), loginPath()]), [undefined, undefined]);
    assert.equal(await readFile(temp.file('asked'), 'utf8'), 'asked\n');
    const hanging = await program('hanging', '#!/bin/sh\nexec sleep 1000\n');
    const environment = { SHELL: hanging, PATH: process.env.PATH };
    assert.equal(await createLoginPath({ environment, limit: 100 })(), undefined);
  });

  it('names a command that does not exist, and says what to do', async () => {
    const options = { name, environment: { PATH: temp.path }, loginPath: noLogin };
    await assert.rejects(findLaunch(server({ command: 'npx' }), options), {
      code: 'command-not-found',
      message: /^The command "npx" is not on the PATH .* Install Node\.js from https:\/\/nodejs\.org, or/,
    });
    await assert.rejects(findLaunch(server(), options), { message: /"my-server".* Install it, or/ });
  });

  it('names a missing working folder, and not the program', async () => {
    const options = { name, environment: { PATH: temp.path }, folder: temp.path, loginPath: noLogin };
    await program('my-server');
    const gone = { code: 'server-unavailable', message: /gone/ };
    await assert.rejects(findLaunch(server({ cwd: 'gone' }), options), gone);
  });

  it('gives a server the few variables that it needs, what is configured, and none of our keys', async () => {
    const environment = { ...process.env, OPENAI_API_KEY: 'not-for-servers', SHELL: '() { evil; }' };
    const definition = define({ ...misbehaving(), env: { WEATHER_KEY: 'abc' } } as StdioServer);
    const { ensemble } = make(definition, { environment, folder: temp.path });
    await ensemble.connect(never());
    const [told = '{}'] = texts(await call(ensemble, 'environment'));
    const seen = JSON.parse(told) as Readonly<Record<string, string>>;
    assert.equal(seen.WEATHER_KEY, 'abc');
    assert.equal(seen.PATH, process.env.PATH);
    assert.equal(seen.cwd, temp.path);
    assert.ok(!('OPENAI_API_KEY' in seen) && !('SHELL' in seen));
  });

  it('is the same launch only while the same code would run at the same address', () => {
    const hash = (more: Partial<StdioServer>) => launchHash({ transport: server(more) });
    const same = hash({ env: { A: '1', B: '2' } });
    assert.equal(hash({ env: { B: '3', A: '1' } }), same);
    const others = [
      hash({ env: { A: '1' } }),
      hash({ env: { A: '1', B: '2' }, command: 'other' }),
      hash({ env: { A: '1', B: '2' }, args: ['--more'] }),
      hash({ env: { A: '1', B: '2' }, cwd: '/tmp' }),
    ];
    assert.equal(new Set([same, ...others]).size, others.length + 1);
    // The value of this one is code.
    const loading = (value: string) => hash({ env: { NODE_OPTIONS: value } });
    assert.notEqual(loading('--require ./a.js'), loading('--require ./b.js'));
    const http = (url: string, header: string) =>
      launchHash({ transport: { kind: 'http', url, headers: { [header]: 'x' } } });
    assert.equal(http('https://a.example', 'Key'), http('https://a.example', 'key'));
    assert.notEqual(http('https://a.example', 'Key'), http('https://b.example', 'Key'));
  });
});

describe('the lines of a process', () => {
  it('are split at line ends, cut if they are long, and counted if there are too many', () => {
    const told: string[] = [];
    let now = 0;
    const lines = boundedLines({ onLine: line => told.push(line), now: () => now });
    lines.add('one\r\ntw');
    lines.add(`o\n${'x'.repeat(5_000)}`);
    lines.add(`${'x'.repeat(5_000)}\n`);
    assert.deepEqual(told, ['one', 'two', `${'x'.repeat(2_000)}…`]);
    for (let count = 0; count < 300; count++) lines.add(`line ${count}\n`);
    assert.equal(told.length, 200);
    now = 1_000;
    lines.add('later\nunfinished');
    lines.end();
    assert.deepEqual(told.slice(200), ['[… 103 lines skipped: too many at once]', 'later', 'unfinished']);
    assert.deepEqual(lines.telling(), ['line 297', 'line 298', 'line 299', 'later', 'unfinished']);
  });

  const frames = Array.from({ length: 12 }, (_, index) => `    at Module.load (loader:${index}:7)`);
  const usage = ['Usage: server [options]', '', 'Options:', '  --a', '  --b', '  --c', '  --d', '  --e'];
  const noModule = "Error: Cannot find module './a'";
  const noToken = 'Error: No access token was provided.';
  const invalid = '  "message": "Invalid url",';
  const failed = 'TypeError: fetch failed';
  for (const [what, fault, written] of [
    ['a stack trace', noModule, ['loader:1', '  throw err;', noModule, ...frames, 'Node.js v24.0.0']],
    ['a usage text', noToken, [noToken, ...usage]],
    ['the rest of a complaint', invalid, ['[ {', invalid, ...usage, '  "path": [', '"url"', '] } ]']],
    ['a warning and more output', failed, ['Warning: an error may follow', failed, ...usage]],
  ] as const) {
    it(`keeps the line that names the fault before ${what}`, () => {
      const lines = boundedLines({ onLine: () => {}, now: () => 0 });
      lines.add(`${written.join('\n')}\n`);
      const last = written.filter(line => line !== '').slice(-5);
      assert.deepEqual(lines.telling(), [fault, '…', ...last]);
    });
  }

  it('keeps no fault that a process wrote long before its end', () => {
    const lines = boundedLines({ onLine: () => {}, now: () => 0 });
    lines.add('Error: the first request failed\n');
    for (let count = 0; count < 100; count++) lines.add(`line ${count}\n`);
    assert.deepEqual(lines.telling(), ['line 95', 'line 96', 'line 97', 'line 98', 'line 99']);
  });
});
