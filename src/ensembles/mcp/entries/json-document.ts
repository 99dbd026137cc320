import type { findNodeAtLocation, Node, ParseError } from 'jsonc-parser';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { JsonObject, JsonValue } from '../../../converser/ground/json/json.ts';
import {
  type Diagnostic,
  dottedKey,
  type KeyPath,
  type Position,
} from '../../descriptors/mistakes/diagnostic.ts';

export interface JsonDocument {
  readonly file: string;
  readonly value: JsonValue | undefined;
  readonly broken: readonly Diagnostic[];
  diagnose(path: KeyPath, mistake: JsonMistake): Diagnostic;
}

export interface JsonMistake {
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly severity?: Diagnostic['severity'];
}

export async function readJsonDocument(file: string, text: string): Promise<JsonDocument> {
  const { findNodeAtLocation: find, parseTree, printParseErrorCode } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const positionOf = positions(text);
  const rangeOf = (start: number, length: number) => ({
    start: positionOf(start),
    end: positionOf(start + Math.max(length, 1)),
  });
  const brokenAt = (offset: number, length: number, reason: string): Diagnostic => ({
    file,
    ...rangeOf(offset, length),
    key: '',
    message: `Not valid JSON: ${reason}.`,
  });
  return {
    file,
    value: root === undefined ? undefined : plain(root),
    // One slip leads to several errors. The first one shows the place.
    broken: [
      ...errors
        .slice(0, 1)
        .map(({ error, offset, length }) => brokenAt(offset, length, inWords(printParseErrorCode(error)))),
      ...(root === undefined ? [] : repeatedKeys(root)).map(node =>
        brokenAt(
          node.offset,
          node.length,
          `the key ${text.slice(node.offset, node.offset + node.length)} occurs twice`,
        ),
      ),
    ],
    diagnose(path, { at, message, severity }) {
      const { offset, length } =
        root === undefined ? { offset: 0, length: 1 } : nodeAt(root, path, { at, find });
      return defined({ file, ...rangeOf(offset, length), key: dottedKey(path), message, severity });
    },
  };
}

function inWords(code: string): string {
  return code.replace(/\B[A-Z]/g, letter => ` ${letter}`).toLowerCase();
}

/** Invariant: `__proto__` is a key like any other. */
function plain({ type, children = [], value }: Node): JsonValue {
  if (type === 'array') return children.map(plain);
  if (type !== 'object') return value as JsonValue;
  return Object.fromEntries(
    children.flatMap(({ children: [key, inner] = [] }) =>
      key === undefined || inner === undefined ? [] : [[String(key.value), plain(inner)] as const],
    ),
  ) as JsonObject;
}

/** Some programs use the first of two equal keys, others the last. */
function repeatedKeys({ type, children = [] }: Node): readonly Node[] {
  const seen = new Set<unknown>();
  return children.flatMap(child => {
    const [key, value] = child.children ?? [];
    if (type !== 'object') return repeatedKeys(child);
    const inner = value === undefined ? [] : repeatedKeys(value);
    if (key === undefined || !seen.has(key.value)) {
      seen.add(key?.value);
      return inner;
    }
    return [key, ...inner];
  });
}

function nodeAt(
  root: Node,
  path: KeyPath,
  { at, find }: { readonly at: JsonMistake['at']; readonly find: typeof findNodeAtLocation },
): Node {
  const depths = path.map((_, index) => path.length - index);
  const depth = depths.find(each => find(root, path.slice(0, each)) !== undefined) ?? 0;
  const node = find(root, path.slice(0, depth)) ?? root;
  const isValue = (at === 'value' && depth === path.length) || node.parent?.type !== 'property';
  return isValue ? node : (node.parent?.children?.[0] ?? node);
}

/** Lines and columns count from 1, offsets from 0. */
function positions(text: string): (offset: number) => Position {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: end }) => index + end.length)];
  return offset => {
    const line = starts.findLastIndex(start => start <= offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
