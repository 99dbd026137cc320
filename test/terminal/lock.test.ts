import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readCommandLine } from '../../src/terminal/command-line/options.ts';
import { serverProgram } from '../ensembles/mcp/servers.ts';
import { describedServer, programIn } from './described.ts';
import { tempRoot } from './run-converse.ts';

const program = path.resolve(import.meta.dirname, '../fakes/mcp/misbehaving-stdio.ts');

const descriptorOf = (...args: readonly string[]) => describedServer('tried', [process.execPath, ...args]);
const descriptor = (...options: readonly string[]) => descriptorOf(program, ...options);

describe('npm run converse --verify-lock', () => {
  it('takes no question, and cannot be combined with --accept-lock', () => {
    for (const args of [
      ['--verify-lock', 'Why?'],
      ['--verify-lock', '--accept-lock'],
    ]) {
      assert.equal(readCommandLine(args).kind, 'wrong', args.join(' '));
    }
  });

  it('reports drift with exit code 1 and changes nothing, until --accept-lock accepts it', async () => {
    await using folder = await tempRoot();
    const at = (name: string) => path.join(folder.path, name);
    const lock = () => readFile(at('converser.lock.toml'), 'utf8');
    const run = programIn(folder);
    await writeFile(at('tried.toml'), descriptor());

    const unpinned = await run('--verify-lock');
    assert.equal(unpinned.code, 1);
    assert.match(unpinned.stdout, /✗ tried\n {4}unpinned/);
    await assert.rejects(lock(), { code: 'ENOENT' });

    const first = await run('--allow', 'tried:twice', '/invoke tried:twice {}');
    assert.equal(first.code, 0, first.stderr);
    const pinned = await lock();
    assert.deepEqual(await run('--verify-lock').then(({ code, stdout }) => [code, stdout]), [0, '✓ tried\n']);

    await writeFile(at('tried.toml'), descriptor('renamed', 'version=2'));
    // None of these writes anything.
    const [drifted, asJson, withheld] = await Promise.all([
      run('--verify-lock'),
      run('--verify-lock', '--json'),
      run('--allow', 'tried:*', '/invoke tried:fine {}'),
    ]);
    assert.equal(drifted.code, 1);
    assert.match(drifted.stdout, /version {3}1 → 2\n {4}new {7}fine\n {4}vanished {2}ok\n/);
    const told = JSON.parse(asJson.stdout);
    assert.equal(told.clean, false);
    const drifts = told.servers[0].drifts.map(
      (drift: Record<string, string>) => `${drift.tool} ${drift.kind}`,
    );
    assert.deepEqual(drifts, ['fine new', 'ok vanished']);
    assert.match(withheld.stdout + withheld.stderr, /The server added tried:fine\./);
    assert.equal(await lock(), pinned);

    assert.equal((await run('--accept-lock')).code, 0);
    assert.equal((await run('--verify-lock')).code, 0);
    assert.match(await lock(), /gone = true/);
  });

  it('sees and pins also the tools that a server shows only to clients with a user', async () => {
    await using folder = await tempRoot();
    const run = programIn(folder);
    await writeFile(path.join(folder.path, 'tried.toml'), descriptorOf(serverProgram('everything'), 'stdio'));
    assert.equal((await run('--accept-lock')).code, 0);
    const lock = await readFile(path.join(folder.path, 'converser.lock.toml'), 'utf8');
    assert.match(lock, /name = "trigger-elicitation-request"/);
    const alone = await run('/invoke tried:echo {"message":"hi"}');
    assert.match(alone.stdout, /Echo: hi/);
    assert.doesNotMatch(alone.stderr, /pinned|taken away/);
    assert.equal((await run('--verify-lock')).stdout, '✓ tried\n');
  });

  it('keeps what servers send on its own lines', async () => {
    await using folder = await tempRoot();
    const run = programIn(folder);
    await writeFile(path.join(folder.path, 'tried.toml'), descriptor());
    assert.equal((await run('--accept-lock')).code, 0);
    await writeFile(path.join(folder.path, 'tried.toml'), descriptor('version=2\n✓ evil'));
    const { code, stdout } = await run('--verify-lock');
    assert.equal(code, 1);
    assert.match(stdout, /\n {4}version {3}1 → 2␊✓ evil\n/);
    assert.doesNotMatch(stdout, /^✓/m);
  });

  it('fails where no server was found, and where one does not start', async () => {
    await using folder = await tempRoot();
    const run = programIn(folder);
    const empty = await run('--verify-lock');
    assert.equal(empty.code, 1);
    assert.match(empty.stderr, /No MCP servers found\./);
    await writeFile(path.join(folder.path, 'tried.toml'), descriptor('exit'));
    for (const action of ['--verify-lock', '--accept-lock']) {
      const ran = await run(action);
      assert.equal(ran.code, 1);
      assert.match(ran.stdout, /✗ tried\n {4}failed {4}.*exit code 7/);
    }
  });
});
