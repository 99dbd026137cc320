import type { AST } from 'toml-eslint-parser';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { formatDiagnostic } from '../../descriptors/mistakes/diagnostic.ts';
import { parseToml } from '../../descriptors/mistakes/parse-toml.ts';
import { entryFormat } from './entry-format.ts';

export const tomlEntries = entryFormat({
  async parse(text, { file }) {
    const parsed = await parseToml(file, text);
    if (parsed.kind === 'document') return { value: parsed.document.table };
    return { problem: `${formatDiagnostic(parsed.diagnostic)} Correct it, then try again.` };
  },
  async change(text, { path }, { keys, isKept }) {
    const tables = await tablesOf(text, path);
    const [only, ...others] = tables;
    if (keys === undefined) return withoutTables(text, tables);
    if (!isKept) return appended(withoutTables(text, tables), path, { entry: keys, eol: eolOf(text) });
    return only === undefined || others.length > 0 ? undefined : withKeys(text, only, keys);
  },
});

async function tablesOf(text: string, path: readonly string[]): Promise<readonly AST.TOMLTable[]> {
  const { parseTOML } = await import('toml-eslint-parser');
  const [top] = parseTOML(text, { tomlVersion: 'latest' }).body;
  return top.body
    .filter(node => node.type === 'TOMLTable')
    .filter(({ resolvedKey }) => path.every((key, at) => resolvedKey[at] === key));
}

function appended(
  text: string,
  path: readonly string[],
  { entry, eol }: { readonly entry: JsonObject; readonly eol: string },
): string {
  const lines = Object.entries(entry).map(([key, value]) => `${keyText(key)} = ${valueText(value)}`);
  const table = [`[${path.map(keyText).join('.')}]`, ...lines, ''].join(eol);
  const before = text.trimEnd();
  return before === '' ? text + table : `${before}${eol}${eol}${table}`;
}

function withKeys(text: string, table: AST.TOMLTable, keys: JsonObject): string {
  const edits = Object.entries(keys).map(([key, value]) => {
    const pair = table.body.find(({ key: { keys } }) => keys.length === 1 && keyOf(keys[0]) === key);
    if (pair !== undefined) return { range: pair.value.range, text: valueText(value) };
    const header = endOfLine(text, table.key.range[1]);
    return { range: [header, header] as const, text: `${eolOf(text)}${keyText(key)} = ${valueText(value)}` };
  });
  // Editing from the end keeps earlier places valid.
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
