import type { FormattingOptions, Node } from 'jsonc-parser';
import { isJsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { formatDiagnostic } from '../../descriptors/mistakes/diagnostic.ts';
import { readJsonDocument } from '../entries/json-document.ts';
import { valueAt } from '../entries/value-at.ts';
import { entryFormat } from './entry-format.ts';

export const jsonEntries = entryFormat({
  async parse(text, { file, path }) {
    const document = await readJsonDocument(file, text);
    const [broken] = document.broken;
    if (broken !== undefined) return { problem: `${formatDiagnostic(broken)} Correct it, then try again.` };
    const parents = path.map((_, depth) => path.slice(0, depth));
    const other = parents.find(each => {
      const value = valueAt(document.value, each);
      return value !== undefined && !isJsonObject(value);
    });
    if (other === undefined) return { value: document.value };
    const message = 'This must be an object. Correct it, then try again.';
    return { problem: formatDiagnostic(document.diagnose(other, { at: 'value', message })) };
  },
  async change(text, { path }, { keys, isKept }) {
    const editor = await createEditor(text, path);
    if (keys === undefined) editor.removeEntry();
    else if (isKept) for (const [key, value] of Object.entries(keys)) editor.set([key], value);
    else editor.set([], keys);
    return editor.text;
  },
});

interface JsonEditor {
  readonly text: string;
  set(inside: readonly string[], value: JsonValue): void;
  removeEntry(): void;
}

async function createEditor(original: string, entryPath: readonly string[]): Promise<JsonEditor> {
  const jsonc = await import('jsonc-parser');
  const format = formattingOf(original);
  const isBare = /^\s*(?:\{\s*\})?\s*$/.test(original);
  let text = original.trim() === '' ? `{}${format.eol}` : original;
  const find = (path: readonly string[]) => {
    const root = jsonc.parseTree(text, [], { allowTrailingComma: true });
    return root && jsonc.findNodeAtLocation(root, [...path]);
  };
  const modify = (path: readonly string[], value: JsonValue | undefined) => {
    const options = /[\r\n]/.test(original.trim()) || isBare ? { formattingOptions: format } : {};
    return jsonc.applyEdits(text, jsonc.modify(text, [...path], value, options));
  };
  const insert = (path: readonly string[], value: JsonValue) => {
    const depth = path.findIndex((_, at) => find(path.slice(0, at + 1)) === undefined);
    const parent = find(path.slice(0, depth));
    const end = parent && endOfProperties(text, parent);
    if (end === undefined) return modify(path, value);
    const nested = path.slice(depth + 1).reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value);
    return withProperty(text, end, { key: path[depth] ?? '', value: nested, format });
  };
  return {
    get text() {
      return text;
    },
    set(inside, value) {
      const path = [...entryPath, ...inside];
      text = find(path) === undefined ? insert(path, value) : modify(path, value);
    },
    removeEntry() {
      const property = find(entryPath)?.parent;
      text = (property && withoutLines(text, property)) ?? modify(entryPath, undefined);
    },
  };
}

interface Property {
  readonly key: string;
  readonly value: JsonValue;
  readonly format: Format;
}

/** The property goes below the comment that is on the last one's line. */
function withProperty(text: string, end: EndOfProperties, { key, value, format }: Property): string {
  const { eol } = format;
  const written = JSON.stringify(value, undefined, unitOf(format));
  const property = `${JSON.stringify(key)}: ${written}`.replaceAll('\n', `${eol}${end.indent}`);
  const line = `${eol}${end.indent}${property}${end.hasComma ? ',' : ''}`;
  const comma = end.hasComma ? '' : ',';
  return text.slice(0, end.value) + comma + text.slice(end.value, end.line) + line + text.slice(end.line);
}

interface EndOfProperties {
  readonly value: number;
  /** The line ends behind its comment: that is about this value, not about the next. */
  readonly line: number;
  readonly hasComma: boolean;
  readonly indent: string;
}

function endOfProperties(text: string, { children = [] }: Node): EndOfProperties | undefined {
  const last = children.at(-1);
  const indent = last && indentBefore(text, last.offset);
  if (last === undefined || indent === undefined) return undefined;
  const value = last.offset + last.length;
  const [rest = '', comma = ''] =
    /^[ \t]*(,?)(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/))*/.exec(text.slice(value)) ?? [];
  const line = value + rest.length;
  const next = text.slice(line).replace(/^(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)+/, '');
  if (!next.startsWith('}')) return undefined;
  return { value, line, hasComma: comma === ',', indent };
}

function indentBefore(text: string, offset: number): string | undefined {
  return /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, offset))?.[1];
}

function withoutLines(text: string, property: Node): string | undefined {
  const indent = indentBefore(text, property.offset);
  const end = property.offset + property.length;
  const [after, comma = ''] = /^[ \t]*(,?)[ \t]*(?:\r\n|\r|\n|$)/.exec(text.slice(end)) ?? [];
  if (indent === undefined || after === undefined) return undefined;
  const head = text.slice(0, property.offset - indent.length);
  const tail = text.slice(end + after.length);
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const isLast = siblings.at(-1) === property;
  if (!isLast || before === undefined || comma === ',') return head + tail;
  return withoutComma(head, before.offset + before.length) + tail;
}

function withoutComma(text: string, valueEnd: number): string {
  const [between = ''] = /^(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(valueEnd)) ?? [];
  const at = valueEnd + between.length;
  return text[at] === ',' ? text.slice(0, at) + text.slice(at + 1) : text;
}

type Format = Required<Pick<FormattingOptions, 'insertSpaces' | 'tabSize' | 'eol'>>;

function formattingOf(text: string): Format {
  const [, first = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { insertSpaces: !first.startsWith('\t'), tabSize: Math.min(first.length, 8), eol };
}

function unitOf({ insertSpaces, tabSize }: Format): string {
  return insertSpaces ? ' '.repeat(tabSize) : '\t';
}
