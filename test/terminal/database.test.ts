import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { eventually, often } from '../eventually.ts';
import { mainFile, runConverse, type TempRoot, tempRoot } from './run-converse.ts';

const runaway = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r';

const change = [
  { sql: 'INSERT INTO users VALUES (?)', parameters: ['Eve'] },
  { sql: 'UPDATE users SET name = upper(name)' },
];

describe('a database in a folder, in a terminal', () => {
  it('is read, is changed, and is as before after an undo', async () => {
    await using folder = await withDatabase();
    const { names, execute, undo } = programIn(folder);
    assert.equal(await names(), 'Ada');
    const done = await execute(change);
    assert.equal(done.code, 0, done.stderr);
    assert.equal(await names(), 'ADA, EVE');
    const undone = await undo();
    assert.deepEqual([undone.code, undone.stderr], [0, '']);
    assert.match(undone.stdout, /✓ data\/app\.sqlite\n$/);
    assert.equal(await names(), 'Ada');
  });

  it('is left by an undo as it is while a program has it open with a write-ahead log', async () => {
    await using folder = await withDatabase('PRAGMA journal_mode = WAL');
    const { names, execute, undo } = programIn(folder);
    await execute(change);
    const other = openIn(folder);
    other.exec("INSERT INTO users VALUES ('Zoe')");
    assert.match(
      (await undo()).stdout,
      /data\/app\.sqlite was left as it is: a program has this database open/,
    );
    assert.equal(await names(), 'ADA, EVE, Zoe');
    other.exec("DELETE FROM users WHERE name = 'Zoe'");
    other.close();
    assert.equal(await names(), 'ADA, EVE');
  });

  it('is as before, and nothing works on it any more, once Converser is killed in the middle of a change', async () => {
    await using folder = await withDatabase();
    const statements = [...change, { sql: runaway }];
    const args = ['--root', folder.path, '--trust', `/invoke app:execute ${JSON.stringify({ statements })}`];
    const env = { ...process.env, XDG_STATE_HOME: path.join(folder.path, 'state') };
    const host = spawn(process.execPath, [mainFile, ...args], { env, stdio: 'ignore' });
    await eventually(often, () => existsSync(path.join(folder.path, 'data/app.sqlite-journal')));
    host.kill('SIGKILL');
    const other = openIn(folder);
    // SQLite lets nobody change the file until the process is gone.
    other.exec('PRAGMA busy_timeout = 20000; BEGIN EXCLUSIVE; COMMIT');
    assert.deepEqual({ ...other.prepare('SELECT * FROM users').get() }, { name: 'Ada' });
    other.close();
    assert.equal((await programIn(folder).undo()).code, 0);
  });
});

async function withDatabase(sql = ''): Promise<TempRoot> {
  const folder = await tempRoot({
    'data/app.sqlite': '',
    '.converser/ensembles/app.toml':
      '[ensemble]\nname = "app"\nkind = "database"\n[database]\nfile = "data/app.sqlite"\nwrite = true\n',
  });
  const database = openIn(folder);
  database.exec(`CREATE TABLE users (name TEXT); INSERT INTO users VALUES ('Ada'); ${sql}`);
  database.close();
  return folder;
}

function openIn(folder: TempRoot): DatabaseSync {
  return new DatabaseSync(path.join(folder.path, 'data/app.sqlite'));
}

function programIn(folder: TempRoot) {
  const environment = { XDG_STATE_HOME: path.join(folder.path, 'state') };
  const invoke = (tool: string, args: object) =>
    runConverse(['--root', folder.path, '--trust', `/invoke app:${tool} ${JSON.stringify(args)}`], {
      environment,
    });
  return {
    undo: () => runConverse(['undo', '--root', folder.path], { environment }),
    execute: (statements: readonly object[]) => invoke('execute', { statements }),
    async names() {
      const sql = "SELECT group_concat(name, ', ') AS names FROM users";
      const { stdout, stderr } = await invoke('query', { sql });
      const [, found = stderr] = /\n\| `(.*)` \|\n\n1 row/.exec(stdout) ?? [];
      return found;
    },
  };
}
