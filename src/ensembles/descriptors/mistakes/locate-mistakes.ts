import type { AST } from 'toml-eslint-parser';
import { type Diagnostic, dottedKey, type KeyPath, type Mistake, type Place } from './diagnostic.ts';

export async function locateMistakes(mistakes: readonly Mistake[]): Promise<readonly Diagnostic[]> {
  if (mistakes.length === 0) return [];
  const { parseTOML } = await import('toml-eslint-parser');
  const maps = new Map<string, Ranges>();
  const rangesOf = ({ file, text }: Place['document']) => {
    const known = maps.get(file) ?? rangesIn(parseTOML(text, { tomlVersion: 'latest' }));
    maps.set(file, known);
    return known;
  };
  return mistakes
    .map(({ place, at, message, module, severity }) => ({
      file: place.document.file,
      ...rangeOf(place.path, at, rangesOf(place.document)),
      key: dottedKey(place.path),
      message,
      ...module,
      ...(severity && { severity }),
    }))
    .sort((a, b) => a.start.line - b.start.line || a.start.column - b.start.column);
}

type Range = Pick<Diagnostic, 'start' | 'end'>;

interface Ranges {
  readonly keys: Map<string, Range>;
  readonly values: Map<string, Range>;
}

function rangeOf(path: KeyPath, at: Mistake['at'], { keys, values }: Ranges): Range {
  if (at === 'value') {
    const value = values.get(id(path));
    if (value !== undefined) return value;
  }
  for (let length = path.length; length > 0; length--) {
    const inner = path.slice(0, length);
    const range = keys.get(id(inner)) ?? values.get(id(inner));
    if (range !== undefined) return range;
  }
  return { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
}

function rangesIn(program: AST.TOMLProgram): Ranges {
  const ranges: Ranges = { keys: new Map(), values: new Map() };
  for (const node of program.body[0].body) {
    if (node.type === 'TOMLKeyValue') addPair(ranges, [], node);
    else addTable(ranges, node);
  }
  return ranges;
}

function addTable(ranges: Ranges, table: AST.TOMLTable): void {
  const path = table.resolvedKey;
  addOnce(ranges.keys, path, table.key);
  // The header `[a.b]` may be the only place that names a table `a`.
  addPrefixes(ranges, path, table.key);
  for (const pair of table.body) addPair(ranges, path, pair);
}

function addPair(ranges: Ranges, parent: KeyPath, { key, value }: AST.TOMLKeyValue): void {
  const path = [...parent, ...key.keys.map(part => (part.type === 'TOMLBare' ? part.name : part.value))];
  addOnce(ranges.keys, path, key);
  addPrefixes(ranges, path, key);
  addValue(ranges, path, value);
}

function addValue(ranges: Ranges, path: KeyPath, node: AST.TOMLContentNode): void {
  addOnce(ranges.values, path, node);
  if (node.type === 'TOMLInlineTable') for (const pair of node.body) addPair(ranges, path, pair);
  if (node.type === 'TOMLArray') {
    for (const [index, element] of node.elements.entries()) addValue(ranges, [...path, index], element);
  }
}

function addPrefixes(ranges: Ranges, path: KeyPath, node: AST.TOMLKey): void {
  for (let length = path.length - 1; length > 0; length--) addOnce(ranges.keys, path.slice(0, length), node);
}

function addOnce(map: Map<string, Range>, path: KeyPath, { loc }: AST.TOMLNode): void {
  if (map.has(id(path))) return;
  map.set(id(path), {
    start: { line: loc.start.line, column: loc.start.column + 1 },
    end: { line: loc.end.line, column: loc.end.column + 1 },
  });
}

function id(path: KeyPath): string {
  return JSON.stringify(path);
}
