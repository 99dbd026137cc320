import { reasonOf } from '../../../converser/ground/errors.ts';
import type { JsonObject, JsonValue } from '../../../converser/ground/json/json.ts';
import type { Diagnostic, TomlDocument } from './diagnostic.ts';

export type ParsedToml =
  | { readonly kind: 'document'; readonly document: TomlDocument }
  | { readonly kind: 'broken'; readonly diagnostic: Diagnostic };

/** Dates become strings. */
export async function parseToml(file: string, text: string): Promise<ParsedToml> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    const table = asJson(parse(text, { unsafeKeyBehaviour: 'throw', maxDepth: 100 })) as JsonObject;
    return { kind: 'document', document: { file, text, table } };
  } catch (cause) {
    const start = cause instanceof TomlError ? cause : { line: 1, column: 1 };
    return {
      kind: 'broken',
      diagnostic: {
        file,
        start: { line: start.line, column: start.column },
        end: endOfLine(text, start.line, start.column),
        key: '',
        message: `Not valid TOML: ${plainReason(cause)}.`,
      },
    };
  }
}

/** Invariant: every object is a plain one. */
function asJson(value: unknown): JsonValue {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asJson(inner)]));
  }
  // JSON has neither infinity nor NaN: as text they fail the schema, which says what was expected.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value as JsonValue;
}

/** Leaves out the parser's preface and its picture of the line, which editors show anyway. */
function plainReason(cause: unknown): string {
  const [first = ''] = reasonOf(cause).split('\n');
  return first.replace(/^Invalid TOML document: /, '').replace(/\.$/, '');
}

function endOfLine(text: string, line: number, column: number): Diagnostic['end'] {
  const length = text.split(/\r?\n/)[line - 1]?.length ?? 0;
  return { line, column: Math.max(column + 1, length + 1) };
}
