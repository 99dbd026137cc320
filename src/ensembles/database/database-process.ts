import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { readHead } from '../../files/read-regular-file.ts';
import { realPath } from '../workspace/real-path.ts';

/** This module is started as a process, in whatever file the bundle has put it. */
export const databaseProcess = fileURLToPath(import.meta.url);

/** Only a process with this first argument opens databases; other importers want the path. */
export const databaseMark = 'converser-database';

export interface DatabaseWork {
  /** Absolute, with links followed. */
  readonly path: string;
  readonly isWrite: boolean;
  readonly statements: readonly SqlStatement[];
  readonly mostRows: number;
}

export interface SqlStatement {
  readonly sql: string;
  readonly parameters?: readonly (string | number | boolean | null)[];
}

export interface SqlResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly hasMore: boolean;
  readonly changes: number;
}

/** After `locked`, the process waits for any message before it changes something. */
export type DatabaseMessage =
  | { readonly kind: 'locked' }
  | { readonly kind: 'done'; readonly results: readonly SqlResult[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** In bytes. Node's SQLite counts no memory itself. */
const mostMemory = 768 * 1024 ** 2;

/** SQLite at work heeds nothing, so a thread ends the process that takes too much, or that nobody waits for any more. */
const watch = `setInterval(() => {
  try {
    process.kill(${process.ppid}, 0);
    if (process.ppid !== ${process.ppid} || process.memoryUsage.rss() > ${mostMemory}) throw new Error();
  } catch {
    process.kill(process.pid, 'SIGKILL');
  }
}, 100)`;

if (process.argv[2] === databaseMark) {
  new Worker(watch, { eval: true }).unref();
  process.once('message', work => void answer(work as DatabaseWork));
}

async function answer(work: DatabaseWork): Promise<void> {
  const last = await (work.isWrite ? write(work) : read(work)).then(
    (results): DatabaseMessage => ({ kind: 'done', results }),
    (cause): DatabaseMessage => ({ kind: 'failed', reason: String(cause?.message ?? cause) }),
  );
  process.send?.(last, () => process.disconnect());
}

async function read(work: DatabaseWork): Promise<readonly SqlResult[]> {
  const log = `${work.path}-wal`;
  // SQLite would leave files beside a database with a write-ahead log that nobody has open.
  const isQuiet = (await isLogged(work.path)) && !existsSync(log);
  const database = await open(work, isQuiet);
  database.exec('PRAGMA query_only = ON');
  const found = work.statements.map(statement => run(database, statement, work));
  // If somebody has opened it meanwhile, it may have changed under the queries.
  return isQuiet && existsSync(log) ? read(work) : found;
}

/** Nobody else has it open meanwhile, and afterwards all is in the one file, which is what an undo brings back. */
async function write(work: DatabaseWork): Promise<readonly SqlResult[]> {
  const database = await open(work, false);
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); BEGIN EXCLUSIVE');
  process.send?.({ kind: 'locked' } satisfies DatabaseMessage);
  await new Promise(resolve => process.once('message', resolve));
  try {
    const results = work.statements.map(statement => run(database, statement, work));
    database.exec('COMMIT');
    return results;
  } finally {
    database.close();
  }
}

/** In milliseconds. */
const patience = 1_000;

async function open({ path, isWrite }: DatabaseWork, isQuiet: boolean): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  const address = pathToFileURL(path);
  if (isQuiet) address.searchParams.set('immutable', '1');
  const database = new DatabaseSync(address, { readOnly: !isWrite, allowExtension: false });
  if (!(await leadsTo(path))) throw new Error('it was moved while it was opened');
  database.exec(`PRAGMA busy_timeout = ${patience}; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF`);
  return database;
}

/** Another program may put a link in the way at any time. */
async function leadsTo(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return (await realPath(path)) === path;
  const open = await readdir('/proc/self/fd');
  const links = open.map(number => readlink(`/proc/self/fd/${number}`).catch(() => ''));
  return (await Promise.all(links)).includes(path);
}

/** See https://sqlite.org/fileformat.html: 2 stands for a write-ahead log. */
async function isLogged(path: string): Promise<boolean> {
  return (await readHead(path, 20))[19] === 2;
}

const reading = ['SELECT', 'WITH', 'VALUES', 'EXPLAIN'];
const writing = ['SELECT', 'WITH', 'INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'CREATE', 'ALTER', 'DROP'];

/** Invariant: no statement reaches another file, as ATTACH and VACUUM would, or ends the transaction. */
function prepare(database: DatabaseSync, sql: string, isWrite: boolean): StatementSync {
  const word = /^\w*/.exec(withoutComments(sql))?.[0].toUpperCase() ?? '';
  const allowed = isWrite ? writing : reading;
  if (!allowed.includes(word)) throw new Error(`a statement must begin with ${allowed.join(', ')} here`);
  const statement = database.prepare(sql);
  const rest = withoutComments(sql.slice(statement.sourceSQL.length)).replace(/^[;\s]+/, '');
  if (rest !== '') throw new Error('there is more than one statement. Pass one at a time');
  return statement;
}

function withoutComments(sql: string): string {
  return sql.replace(/^(?:\s|--[^\n]*|\/\*.*?(?:\*\/|$))+/s, '');
}

const mostCharacters = 50_000;

function run(database: DatabaseSync, { sql, parameters = [] }: SqlStatement, work: DatabaseWork): SqlResult {
  const statement = prepare(database, sql, work.isWrite);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const columns = statement.columns().map(({ name }) => name);
  const values = parameters.map(asBound);
  if (columns.length === 0)
    return { columns, rows: [], hasMore: false, changes: Number(statement.run(...values).changes) };
  const rows: (readonly string[])[] = [];
  let room = mostCharacters;
  let hasMore = false;
  // The cast is safe: by the setting above, rows are arrays.
  for (const row of statement.iterate(...values) as Iterable<unknown>) {
    hasMore ||= rows.length >= work.mostRows || room < 0;
    // A change with RETURNING is done as a whole, whatever is shown of it.
    if (hasMore && !work.isWrite) break;
    if (hasMore) continue;
    const shown = (row as readonly unknown[]).map(cellText);
    room -= shown.join('').length;
    rows.push(shown);
  }
  return { columns, rows, hasMore, changes: 0 };
}

/** SQLite knows no booleans, and takes only a BigInt for a whole number. */
function asBound(value: string | number | boolean | null): string | number | bigint | null {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}

const mostInCell = 2_000;

function cellText(value: unknown): string {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return `x'${cut(Buffer.from(value).toString('hex'), 64)}'`;
  return cut(String(value), mostInCell);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}… (${text.length} characters)`;
}
