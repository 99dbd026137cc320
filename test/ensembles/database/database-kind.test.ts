import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { absolutePath } from '../../../src/converser/words/workspace/paths.ts';
import { databaseKind } from '../../../src/ensembles/database/database-kind.ts';
import { createNodeWorkspace } from '../../../src/ensembles/workspace/disk/node-workspace.ts';
import { createKeptLabels } from '../../../src/ensembles/workspace/kept-labels.ts';
import { createToolContext } from '../../../src/ensembles/workspace/places/tool-context.ts';
import { noAddedPlaces } from '../../../src/ensembles/workspace/protection/added-places.ts';
import { createDescribedCalls, type DescribedCallsOptions } from '../described-calls.ts';
import { createTempFolder, type TempFolder } from '../temp-folder.ts';

const numbers = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 500)';
const runaway = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r';

describe('an ensemble of the kind database', () => {
  let folder: TempFolder;
  const ends: (() => unknown)[] = [];

  beforeEach(async () => {
    folder = await createTempFolder();
    await folder.write('data/app.sqlite', '');
    fill('CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, photo BLOB)');
    fill("INSERT INTO users VALUES (1, 'Ada | `x`', x'00ff'), (9007199254740993, 'Bob' || char(10), NULL)");
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await folder.dispose();
  });

  function open(): DatabaseSync {
    return new DatabaseSync(folder.file('data/app.sqlite'));
  }

  function fill(sql: string) {
    const database = open();
    database.exec(sql);
    database.close();
  }

  async function calls(table = '', options: Partial<DescribedCallsOptions> = {}) {
    const workspace = createNodeWorkspace({ roots: [folder.path] });
    const labels = createKeptLabels();
    const shared = createToolContext(workspace, {
      protectedRoles: () => [],
      addedPlaces: noAddedPlaces,
      labels,
    });
    const database = table.includes('[database]') ? table : `[database]\nfile = "data/app.sqlite"\n${table}`;
    const descriptor = `[ensemble]\nname = "app"\nkind = "database"\n${database}`;
    const made = await createDescribedCalls({ ...options, descriptor }, () => ({
      tools: [],
      kinds: [databaseKind(shared)],
    }));
    ends.push(() => workspace.dispose(), made.dispose);
    return { ...made, labels };
  }

  it('lists and describes tables, and answers queries with parameters, as a table in which nothing is Markdown', async () => {
    const { call } = await calls();
    assert.equal((await call('list_tables')).told, table('name|type|columns', 'users|table|3'));
    const described = await call('describe_table', { table: 'users' });
    assert.match(described.told, /\| photo \| BLOB \| 0 \| NULL \| 0 \|\n/);
    assert.match(described.told, /CREATE TABLE users/);
    const found = await call('query', {
      sql: 'SELECT * FROM users WHERE id > ? AND ?',
      parameters: [0, true],
    });
    const rows = [String.raw`1|Ada \| ${'`x`'}|x'00ff'`, '9007199254740993|Bob⏎|NULL'];
    assert.equal(found.told, table('id|name|photo', ...rows));
    assert.match(found.result.screen ?? '', /\| `` Ada \\\| `x` `` \|/);
    assert.deepEqual(await readdir(folder.file('data')), ['app.sqlite']);
  });

  it('says that there is more than the limits of rows and of text', async () => {
    const { call } = await calls();
    const few = await call('query', { sql: `${numbers} SELECT n FROM r`, limit: 3 });
    assert.match(few.told, /\| 3 \|\n\n\[The first 3 rows\. There are more: raise limit/);
    const wide = await call('query', { sql: `${numbers} SELECT hex(zeroblob(5000)) FROM r`, limit: 500 });
    assert.match(wide.told, /0… \(10000 characters\) \|/);
    assert.match(wide.told, /\[The first 25 rows\./);
  });

  const refused: readonly (readonly [string, RegExp])[] = [
    ["INSERT INTO users VALUES (3, 'x', NULL)", /must begin with SELECT/],
    ["WITH x AS (SELECT 1) INSERT INTO users SELECT 3, 'x', 1", /readonly database/],
    ["/* a */ -- b\nATTACH 'other.sqlite' AS o", /must begin with SELECT/],
    [";ATTACH 'other.sqlite' AS o", /must begin with SELECT/],
    ["SELECT 1; ATTACH 'other.sqlite' AS o", /more than one statement/],
    ["VACUUM INTO 'copy.sqlite'", /must begin with SELECT/],
    ['PRAGMA writable_schema = ON', /must begin with SELECT/],
    ["SELECT load_extension('x')", /not authorized/],
    [`${numbers} SELECT randomblob(10000000) FROM r ORDER BY 1`, /too much memory/],
    ['SELECT nme FROM users', /no such column: nme/],
    ['', /"sql"/],
  ];
  for (const [sql, message] of refused)
    it(`does not run ${JSON.stringify(sql)}, and says why`, async () => {
      const before = await readFile(folder.file('data/app.sqlite'));
      const { told, result } = await (await calls('write = true')).call('query', { sql });
      assert.ok(result.failure);
      assert.match(told, message);
      assert.deepEqual(await readFile(folder.file('data/app.sqlite')), before);
      assert.ok(!existsSync('copy.sqlite'));
    });

  it('ends a query that would run for ever within a second of Stop', async () => {
    const { call } = await calls();
    const began = performance.now();
    const stopping = { signal: AbortSignal.timeout(1_000) };
    const { result } = await call('query', { sql: runaway }, stopping);
    assert.equal(result.failure?.kind, 'cancelled');
    assert.ok(performance.now() - began < 2_500);
  });

  it('asks before a change with its SQL, and makes all of it or nothing', async () => {
    const readOnly = await calls();
    assert.ok(readOnly.invokers().every(({ name }) => name !== 'execute'));
    const { call, questions } = await calls('write = true', { answers: ['once', 'once', 'deny'] });
    const insert = { sql: 'INSERT INTO users (name) VALUES (?)', parameters: ['Eve'] };
    const wrong = { sql: 'INSERT INTO users (name) VALUES (NULL)' };
    assert.match((await call('execute', { statements: [insert, wrong] })).told, /NOT NULL constraint failed/);
    assert.match((await call('execute', { statements: [insert, insert] })).told, /1 row changed\./);
    assert.equal((await call('execute', { statements: [insert] })).result.failure?.kind, 'permission');
    const [question] = questions;
    assert.match(JSON.stringify(question), /Change the database data\/app\.sqlite\?/);
    assert.match(JSON.stringify(question), /\+ INSERT INTO users \(name\) VALUES \(\?\)\\n\+ with \[/);
    assert.match((await call('query', { sql: 'SELECT count(*) FROM users' })).told, /\| 4 \|/);
    for (const sql of ["ATTACH 'x' AS y", 'COMMIT', 'PRAGMA journal_mode = WAL'])
      assert.match(
        (
          await (
            await calls('write = true', { answers: ['once'] })
          ).call('execute', { statements: [{ sql }] })
        ).told,
        /must begin with/,
      );
  });

  it('takes back what a stopped change has done so far', async () => {
    const { call } = await calls('write = true', { rules: { 'app:execute': 'allow' } });
    const statements = [{ sql: 'DELETE FROM users' }, { sql: runaway }];
    const stopping = { signal: AbortSignal.timeout(1_000) };
    assert.equal((await call('execute', { statements }, stopping)).result.failure?.kind, 'cancelled');
    assert.match((await call('query', { sql: 'SELECT count(*) FROM users' })).told, /\| 2 \|/);
  });

  it('reads what another program has in its write-ahead log, and does not change the file meanwhile', async () => {
    fill('PRAGMA journal_mode = WAL');
    const { call } = await calls('write = true', { rules: { 'app:execute': 'allow' } });
    const count = { sql: 'SELECT count(*) FROM users' };
    const insert = { statements: [{ sql: "INSERT INTO users (name) VALUES ('Eve')" }] };
    assert.match((await call('query', count)).told, /\| 2 \|/);
    assert.deepEqual(await readdir(folder.file('data')), ['app.sqlite']);
    const other = open();
    other.exec("INSERT INTO users (name) VALUES ('Zoe')");
    assert.match((await call('query', count)).told, /\| 3 \|/);
    assert.match((await call('execute', insert)).told, /Another program is using the database/);
    other.close();
    assert.match((await call('execute', insert)).told, /1 row changed/);
    assert.match((await call('query', count)).told, /\| 4 \|/);
    assert.deepEqual(await readdir(folder.file('data')), ['app.sqlite']);
  });

  it('obeys what protects files: places, links and rules', async () => {
    const outside = await createTempFolder();
    ends.push(outside.dispose);
    await outside.write('secret.sqlite', await readFile(folder.file('data/app.sqlite')));
    await symlink(outside.file('secret.sqlite'), folder.file('link.sqlite'));
    const at = (file: string, options = {}) => calls(`[database]\nfile = "${file}"`, options);
    assert.match((await (await at('link.sqlite')).call('list_tables')).told, /leads out of the workspace/);
    assert.match((await (await at('none.sqlite')).call('list_tables')).told, /"none\.sqlite" not found/);
    await folder.write('.env', '');
    const guarded = await at('.env', { answers: ['deny'] });
    assert.equal((await guarded.call('list_tables')).result.failure?.kind, 'permission');
    const denied = await calls('', { rules: { 'app:query(data/**)': 'deny' } });
    assert.equal((await denied.call('query', { sql: 'SELECT 1' })).result.failure?.kind, 'permission');
    await folder.write(
      'notes.txt',
      'These are only notes, no database at all, but long enough to look at.'.repeat(20),
    );
    assert.match((await (await at('notes.txt')).call('list_tables')).told, /file is not a database/);
  });

  it('labels what it reads as the file is labelled', async () => {
    const { call, labels, invokers } = await calls();
    assert.equal((await call('list_tables')).result.label, undefined);
    const place = absolutePath({
      root: { name: '', path: folder.path, rules: { foldsCase: false, windows: false } },
      path: 'data/app.sqlite',
    });
    await labels.noteAll({ texts: [], places: [place] }, {
      integrity: 'outside',
      sources: ['web:a.example'],
      confidentiality: 'open',
    } as never);
    assert.match(JSON.stringify((await call('list_tables')).result.label), /web:a\.example/);
    assert.equal(invokers().length, 3);
  });

  const mistakes: readonly (readonly [string, RegExp])[] = [
    ['[database]\nfil = "a"', /Missing key "file".*Unknown key "fil"/s],
    ['[database]\nfile = "/etc/a.sqlite"', /file must be the path of a file in the workspace/],
    ['[database]\nfile = "../a.sqlite"', /file must be the path of a file in the workspace/],
    ['[database]\nfile = "a"\n[[invokers]]\nname = "query"', /invokers must be left out: \[database\] says/],
    ['# [database]', /Missing key "database"/],
  ];
  for (const [table, message] of mistakes)
    it(`says what is wrong with ${JSON.stringify(table)}`, async () => {
      assert.match((await calls(table)).mistakes().join('\n'), message);
    });
});

/** @param lines cells between `|` */
function table(...lines: readonly string[]): string {
  const [head = '', ...rows] = lines.map(line => `| ${line.replace(/(?<!\\)(?<! )\|(?! )/g, ' | ')} |`);
  const columns = head.split(' | ').length;
  const count = `${rows.length} row${rows.length === 1 ? '' : 's'}.`;
  return [head, `|${' --- |'.repeat(columns)}`, ...rows, '', count].join('\n');
}
