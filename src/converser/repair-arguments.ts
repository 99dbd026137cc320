import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from './json.ts';

export type Repaired =
  | { readonly kind: 'arguments'; readonly arguments: JsonObject }
  | {
      readonly kind: 'malformed';
      readonly text: string;
      readonly reason: string;
    };

/**
 * What a model wrote as arguments, as an object that the schema can be held against.
 *
 * Text is parsed, also when it is JSON in a JSON string. Broken JSON is repaired when there is one way to read
 * it. Text that stops in the middle is refused, because what is missing can only be guessed.
 */
export async function repairArguments(written: unknown, schema: JsonSchema): Promise<Repaired> {
  const read = await readObject(written);
  return read.kind === 'malformed'
    ? read
    : { kind: 'arguments', arguments: unwrapObject(read.arguments, schema) };
}

async function readObject(written: unknown): Promise<Repaired> {
  if (isJsonObject(written)) return { kind: 'arguments', arguments: written };
  if (written === undefined || written === null) return { kind: 'arguments', arguments: {} };
  if (typeof written !== 'string') return malformed(JSON.stringify(written), 'they are not an object');
  if (written.trim() === '') return { kind: 'arguments', arguments: {} };
  const parsed = tryParse(written) ?? (await tryRepair(written));
  if (isJsonObject(parsed)) return { kind: 'arguments', arguments: parsed };
  if (typeof parsed === 'string' && parsed !== written) return readObject(parsed);
  if (stopsInTheMiddle(written)) return malformed(written, 'they stop in the middle');
  return malformed(written, parsed === undefined ? 'they are not JSON' : 'they are not an object');
}

function malformed(text: string, reason: string): Repaired {
  return { kind: 'malformed', text, reason };
}

function tryParse(json: string): JsonValue | undefined {
  try {
    return JSON.parse(json) as JsonValue;
  } catch {
    return undefined;
  }
}

async function tryRepair(json: string): Promise<JsonValue | undefined> {
  if (stopsInTheMiddle(json) || !/[{[]/.test(json)) return undefined;
  const { jsonrepair } = await import('jsonrepair');
  try {
    return tryParse(jsonrepair(json));
  } catch {
    return undefined;
  }
}

/** Whether a string or bracket is still open at the end, read as JSON with either kind of quotes. */
function stopsInTheMiddle(json: string): boolean {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at);
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (character === '"' || (character === "'" && startsString(json, at))) {
      quote = character;
    } else if (character === '{' || character === '[') {
      depth++;
    } else if (character === '}' || character === ']') {
      depth--;
    }
  }
  return quote !== '' || depth > 0;
}

function startsString(json: string, at: number): boolean {
  return /[{[:,]\s*$/.test(json.slice(Math.max(0, at - 20), at));
}

/** Values that were written as strings although the schema wants no string there, and that read as what it wants. */
function unwrapObject(args: JsonObject, schema: JsonSchema): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  let changed = false;
  const unwrapped = Object.fromEntries(
    Object.entries(args).map(([key, value]) => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      const next = isJsonObject(property) ? unwrap(value, property) : value;
      changed ||= next !== value;
      return [key, next];
    }),
  );
  return changed ? unwrapped : args;
}

function unwrap(value: JsonValue, schema: JsonSchema): JsonValue {
  const types = typesOf(schema);
  if (typeof value === 'string') {
    if (types.length === 0 || types.includes('string')) return value;
    const parsed = tryParse(value);
    return parsed !== undefined && types.includes(typeOf(parsed)) ? unwrap(parsed, schema) : value;
  }
  if (isJsonObject(value)) return unwrapObject(value, schema);
  if (Array.isArray(value) && isJsonObject(schema.items)) {
    const { items } = schema;
    const unwrapped = value.map((item: JsonValue) => unwrap(item, items));
    return unwrapped.some((item, index) => item !== value[index]) ? unwrapped : value;
  }
  return value;
}

/** The types a schema names; an integer is a number too. Empty when it does not say. */
function typesOf({ type }: JsonSchema): readonly string[] {
  const named = typeof type === 'string' ? [type] : Array.isArray(type) ? type.filter(isString) : [];
  return named.includes('number') ? [...named, 'integer'] : named;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
