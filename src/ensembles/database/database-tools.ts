import { errors } from '../../converser/ground/errors.ts';
import { shownLines } from '../../converser/ground/wording/shown-lines.ts';
import type { Context, Reply } from '../../converser/words/ensemble/invoker.ts';
import { absolutePath, nameOf, parent } from '../../converser/words/workspace/paths.ts';
import type { BegunChange } from '../../converser/words/workspace/undo-journal.ts';
import type { Location } from '../../converser/words/workspace/workspace.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import type { DatabaseDescriptor } from '../descriptors/descriptor.ts';
import { labelOfFile } from '../workspace/label-files.ts';
import { guardWrite } from '../workspace/places/guard-change.ts';
import { guardSecrets } from '../workspace/places/guard-read.ts';
import { reviewRead, reviewWrite } from '../workspace/places/review-places.ts';
import {
  existingFile,
  locate,
  nameArgument,
  shownPlace,
  type ToolContext,
} from '../workspace/places/tool-context.ts';
import type { DatabaseWork, SqlStatement } from './database-process.ts';
import { tablesReply } from './result-table.ts';
import { runInDatabase } from './run-in-database.ts';

const mostRows = 1_000;

export function databaseTools(
  shared: ToolContext,
  { file, write = false }: DatabaseDescriptor,
): readonly Tool[] {
  const reads = {
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    review: () => reviewRead(shared, () => [locate(shared, file)]),
  };
  const find = (context: Context, statements: readonly SqlStatement[], limit = mostRows) =>
    read(shared, { file, statements, mostRows: limit }, context);
  return [
    defineTool({
      ...reads,
      name: 'list_tables',
      description: `Lists the tables and views of the SQLite database ${file}.`,
      arguments: { type: 'object', properties: {}, additionalProperties: false },
      invoke: (_, context) => find(context, [{ sql: listTables }]),
    }),
    defineTool({
      ...reads,
      name: 'describe_table',
      description: `Returns the columns of a table of ${file}, and the SQL of it, its indexes and triggers.`,
      arguments: objectOf({ table: nameArgument('The table or view.') }, 'table'),
      invoke: ({ table }, context) =>
        find(
          context,
          [listColumns, listSql].map(sql => ({ sql, parameters: [table] })),
        ),
    }),
    defineTool({
      ...reads,
      name: 'query',
      description: `Runs one SELECT in the SQLite database ${file}. Changes nothing.`,
      arguments: objectOf({ ...statementProperties, limit }, 'sql'),
      invoke: ({ limit: most, ...statement }, context) => find(context, [statement], most),
    }),
    ...(write ? [executeTool(shared, file)] : []),
  ];
}

function objectOf<const Properties, const Name extends string>(properties: Properties, required: Name) {
  return { type: 'object', properties, required: [required], additionalProperties: false } as const;
}

const limit = {
  type: 'integer',
  minimum: 1,
  maximum: mostRows,
  default: 100,
  description: 'Of rows.',
} as const;

const statementProperties = {
  sql: nameArgument('One statement of SQLite, with ? for each value.'),
  parameters: {
    type: 'array',
    items: { type: ['string', 'number', 'boolean', 'null'] },
    description: 'The values, in order.',
  },
} as const;

const listTables = `SELECT name, type, (SELECT count(*) FROM pragma_table_xinfo(s.name)) AS columns
  FROM sqlite_schema AS s WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_*' ORDER BY name`;

const listColumns = `SELECT name, type, "notnull" AS required, dflt_value AS "default", pk AS "primary key"
  FROM pragma_table_xinfo(?)`;

const listSql = 'SELECT sql FROM sqlite_schema WHERE tbl_name = ? COLLATE NOCASE AND sql IS NOT NULL';

interface Work extends Omit<DatabaseWork, 'path' | 'isWrite'> {
  readonly file: string;
}

async function read(shared: ToolContext, { file, ...work }: Work, context: Context): Promise<Reply> {
  const guard = await guardSecrets(shared, context.permit);
  return atPlace(shared, { file, signal: context.signal }, async ({ real, path }) => {
    guard(real);
    const results = await runInDatabase({ ...work, path, isWrite: false }, context);
    const label = await labelOfFile(shared, locate(shared, file), '');
    return { ...tablesReply(results), ...(label && { label }) };
  });
}

function executeTool(shared: ToolContext, file: string): Tool {
  const statement = objectOf(statementProperties, 'sql');
  const statements = { type: 'array', minItems: 1, maxItems: 100, items: statement } as const;
  return defineTool({
    name: 'execute',
    description: `Changes the SQLite database ${file}: all statements, or none if one fails. It can be undone.`,
    arguments: objectOf({ statements }, 'statements'),
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    permission: 'ask',
    recordsChanges: true,
    review: args => ({
      ...reviewWrite(shared, () => locate(shared, file)),
      async preview() {
        const lines = args.statements.flatMap(({ sql, parameters }) => [
          ...shownLines(sql, '+ '),
          ...(parameters === undefined ? [] : shownLines(JSON.stringify(parameters), '+ with ')),
        ]);
        return {
          title: `Change the database ${shownPlace(shared, locate(shared, file))}?`,
          diff: lines.join('\n'),
        };
      },
    }),
    invoke: (args, context) => change(shared, { file, statements: args.statements, mostRows }, context),
  });
}

/** The file is recorded while nobody else can change it, so an undo brings back a whole one. */
async function change(shared: ToolContext, { file, ...work }: Work, context: Context): Promise<Reply> {
  const { permit, signal, changes } = context;
  return atPlace(shared, { file, signal }, async ({ real, path }) => {
    let begun: BegunChange | undefined;
    const begin = async () => {
      const names = (await shared.workspace.stat(real))?.names ?? 1;
      await guardWrite(shared, permit)([{ location: real, names }]);
      const noted = { texts: [], places: [locate(shared, file), real].map(absolutePath) };
      if (permit?.carries !== undefined) await shared.labels.noteAll(noted, permit.carries);
      begun = await changes?.begin({ kind: 'replace', place: real });
    };
    try {
      return tablesReply(await runInDatabase({ ...work, path, isWrite: true }, { signal, begin }));
    } finally {
      await begun?.done();
    }
  });
}

async function atPlace(
  shared: ToolContext,
  { file, signal }: { readonly file: string; readonly signal: AbortSignal },
  work: (place: { readonly real: Location; readonly path: string }) => Promise<Reply>,
): Promise<Reply> {
  const { workspace, inTurn } = shared;
  const found = await existingFile(shared, file);
  const run = async () => {
    const real = await workspace.realLocation(found);
    const folder = await workspace.openFolder(parent(real));
    if (folder === undefined) throw errors.notAvailable('a database that isn’t on this machine’s disk');
    await folder.release();
    return work({ real, path: `${folder.place}/${nameOf(real)}` });
  };
  return inTurn([found], run, signal);
}
