import { isDeepStrictEqual } from 'node:util';
import type { AST } from 'toml-eslint-parser';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/json/json.ts';
import { formatDiagnostic, type TomlDocument } from '../../descriptors/mistakes/diagnostic.ts';
import { parseToml } from '../../descriptors/mistakes/parse-toml.ts';
import {
  type Edited,
  type EntryFormat,
  type EntryPlace,
  type Problem,
  startsProgram,
  valueAt,
  withValue,
} from './entry-format.ts';

/** Entries of TOML files that are tables of their own. */
export const tomlEntries: EntryFormat = {
  async read(text, place) {
    const read = await readable(text, place);
    return 'problem' in read ? read : { entry: valueAt(read.table, place.path) };
  },
  async set(text, place, entry) {
    const read = await readable(text, place);
    if ('problem' in read) return read;
    const before = valueAt(read.table, place.path);
    if (before === undefined)
      return verified(read, place, { text: appended(text, place, { entry, eol: eolOf(text) }), entry });
    const tables = await tablesOf(read, place.path);
    if (isJsonObject(before) && !isOtherwiseReached(before)) {
      const [only, ...others] = tables;
      if (only === undefined || others.length > 0) return unchangeable(read, place, tables[0]);
      const changed = withKeys(text, only, { before, entry });
      return verified(read, place, { text: changed, entry: { ...before, ...entry } });
    }
    if (tables.length === 0) return unchangeable(read, place);
    const shorter = withoutTables(text, tables);
    return verified(read, place, { text: appended(shorter, place, { entry, eol: eolOf(text) }), entry });
  },
  async remove(text, place) {
    const read = await readable(text, place);
    if ('problem' in read) return read;
    if (valueAt(read.table, place.path) === undefined) return { text };
    const tables = await tablesOf(read, place.path);
    if (tables.length === 0) return unchangeable(read, place);
    return verified(read, place, { text: withoutTables(text, tables), entry: undefined });
  },
};

/** Where the entry has a key in another way, or starts a program, nothing of it is kept. */
function isOtherwiseReached(entry: JsonObject): boolean {
  return startsProgram(entry) || 'bearer_token_env_var' in entry;
}

async function readable(text: string, { file }: EntryPlace): Promise<TomlDocument | Problem> {
  const parsed = await parseToml(file, text);
  if (parsed.kind === 'document') return parsed.document;
  return { problem: `${formatDiagnostic(parsed.diagnostic)} Correct it, then try again.` };
}

interface Wanted {
  readonly text: string;
  readonly entry: JsonValue | undefined;
}

/** Only a text that means the same as before, with the entry as wanted. */
async function verified(before: TomlDocument, place: EntryPlace, { text, entry }: Wanted): Promise<Edited> {
  const after = await parseToml(place.file, text);
  const wanted = withoutEmpty(withValue(before.table, place.path, entry), place.path);
  if (after.kind === 'document' && isDeepStrictEqual(withoutEmpty(after.document.table, place.path), wanted))
    return { text };
  return unchangeable(before, place);
}

/** A table that only holds other tables is gone with the last of them. */
function withoutEmpty(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  const parent = path.slice(0, -1);
  const inner = valueAt(value, parent);
  const isEmpty = isJsonObject(inner) && Object.keys(inner).length === 0;
  return isEmpty ? withValue(value, parent, undefined) : value;
}

function unchangeable({ file, text }: TomlDocument, { path }: EntryPlace, table?: AST.TOMLTable): Problem {
  const line = table?.loc.start.line ?? lineOf(text, path);
  const name = path.join('.');
  return {
    problem: `${file}:${line}: Converser can’t change ${name} as it is written here. Take it out yourself, then try again.`,
  };
}

function lineOf(text: string, path: readonly string[]): number {
  const at = text.search(new RegExp(`^.*\\b${path[0]}\\b`, 'm'));
  return at < 0 ? 1 : text.slice(0, at).split('\n').length;
}

/** The tables of the entry, in the order of the file. */
async function tablesOf({ text }: TomlDocument, path: readonly string[]): Promise<readonly AST.TOMLTable[]> {
  const { parseTOML } = await import('toml-eslint-parser');
  const [top] = parseTOML(text, { tomlVersion: 'latest' }).body;
  return top.body
    .filter(node => node.type === 'TOMLTable')
    .filter(({ resolvedKey }) => path.every((key, at) => resolvedKey[at] === key));
}

interface Appended {
  readonly entry: JsonObject;
  readonly eol: string;
}

function appended(text: string, { path }: EntryPlace, { entry, eol }: Appended): string {
  const lines = Object.entries(entry).map(([key, value]) => `${keyText(key)} = ${valueText(value)}`);
  const table = [`[${path.map(keyText).join('.')}]`, ...lines, ''].join(eol);
  const before = text.trimEnd();
  return before === '' ? text + table : `${before}${eol}${eol}${table}`;
}

/** The table with other values of some keys. Those that it lacks come right below its header. */
function withKeys(
  text: string,
  table: AST.TOMLTable,
  { before, entry }: { readonly before: JsonObject; readonly entry: JsonObject },
): string {
  const eol = eolOf(text);
  const edits = Object.entries(entry)
    .filter(([key, value]) => !isDeepStrictEqual(before[key], value))
    .map(([key, value]) => {
      const pair = table.body.find(({ key: { keys } }) => keys.length === 1 && keyOf(keys[0]) === key);
      if (pair !== undefined) return { range: pair.value.range, text: valueText(value) };
      const header = endOfLine(text, table.key.range[1]);
      return { range: [header, header] as const, text: `${eol}${keyText(key)} = ${valueText(value)}` };
    });
  // From the end to the beginning, so that places stay where they are.
  return edits
    .toSorted((a, b) => b.range[0] - a.range[0])
    .reduce(
      (done, { range: [start, end], text: next }) => done.slice(0, start) + next + done.slice(end),
      text,
    );
}

function keyOf(key: AST.TOMLBare | AST.TOMLQuoted | undefined): string | undefined {
  return key?.type === 'TOMLBare' ? key.name : key?.value;
}

function withoutTables(text: string, tables: readonly AST.TOMLTable[]): string {
  return tables.toReversed().reduce((shorter, table) => {
    const end = endOfLine(shorter, table.range[1]);
    const head = shorter.slice(0, table.range[0]);
    const tail = shorter.slice(end).replace(/^\r?\n/, '');
    // The line that set it apart from what is above.
    return tail.trim() === ''
      ? `${head.trimEnd()}${head.trim() === '' ? '' : eolOf(text)}`
      : head + tail.replace(/^(?:[ \t]*\r?\n)+/, '');
  }, text);
}

function endOfLine(text: string, offset: number): number {
  const [rest = ''] = /^[^\r\n]*/.exec(text.slice(offset)) ?? [];
  return offset + rest.length;
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

/** JSON writes strings, numbers and booleans as TOML does. */
function valueText(value: JsonValue): string {
  if (!isJsonObject(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, inner]) => `${keyText(key)} = ${valueText(inner)}`);
  return `{ ${pairs.join(', ')} }`;
}
