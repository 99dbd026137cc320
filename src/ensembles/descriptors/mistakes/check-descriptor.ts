import type { ErrorObject } from 'ajv';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { pointerSteps } from '../../../converser/ground/json/json-pointer.ts';
import type { Shape } from './descriptor-checks.ts';
import { type KeyPath, type Mistake, mistake, type TomlDocument } from './diagnostic.ts';
import { didYouMean, suggestion } from './nearest-name.ts';

export async function checkDescriptor(document: TomlDocument, shape: Shape): Promise<readonly Mistake[]> {
  const { checkOf } = await import('./descriptor-checks.ts');
  const validate = await checkOf(shape);
  if (validate(document.table)) return [];
  return (validate.errors ?? []).flatMap(error => {
    const found = explainSchemaError(error, document.table);
    return found === undefined ? [] : [mistake({ document, path: found.path }, found.at, found.message)];
  });
}

interface Explained {
  readonly path: KeyPath;
  readonly at: Mistake['at'];
  readonly message: string;
}

/** `x-expects` in the schema says what was expected. */
export function explainSchemaError(error: ErrorObject, table: JsonObject): Explained | undefined {
  const path = pathOf(error.instancePath, table);
  const params: Record<string, unknown> = error.params;
  const parent = error.parentSchema as JsonObject;
  switch (error.keyword) {
    // It only repeats that a branch failed, which that branch has reported.
    case 'if':
      return undefined;
    case 'additionalProperties': {
      const extra = String(params.additionalProperty);
      const message = `Unknown key ${JSON.stringify(extra)}.${suggestion(extra, propertiesOf(parent))}`;
      return { path: [...path, extra], at: 'key', message };
    }
    case 'required': {
      const missing = String(params.missingProperty);
      return { path, at: 'key', message: `Missing key ${JSON.stringify(missing)}.` };
    }
    case 'enum': {
      const allowed = (params.allowedValues as readonly JsonValue[]).map(String);
      return { path, at: 'value', message: wrongChoice(path, error.data as JsonValue, allowed) };
    }
    default:
      return { path, at: 'value', message: `${subject(path)} must be ${expected(error, parent)}.` };
  }
}

function wrongChoice(path: KeyPath, written: JsonValue, allowed: readonly string[]): string {
  const choices = allowed.map(value => JSON.stringify(value)).join(' or ');
  const hint = typeof written === 'string' && allowed.length > 1 ? didYouMean(written, allowed) : '';
  return `${subject(path)} must be ${choices}, not ${JSON.stringify(written)}.${hint}`;
}

function expected({ keyword, params, data }: ErrorObject, schema: JsonObject): string {
  const own = schema['x-expects'];
  if (keyword === 'type') {
    const type = [(params as { type: string | readonly string[] }).type].flat().map(inWords).join(' or ');
    return `${typeof own === 'string' ? own : type}, not ${shown(data)}`;
  }
  if (typeof own === 'string') return own;
  return keyword === 'minLength' ? 'a non-empty string' : `valid (${keyword})`;
}

const words: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a table',
};

function inWords(type: string): string {
  return words[type] ?? type;
}

function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return inWords(Array.isArray(value) ? 'array' : 'object');
}

function subject(path: KeyPath): string {
  const names = path.filter(step => typeof step === 'string');
  const last = names.at(-1) ?? 'This file';
  // In `[[invokers]]` or `aliases`, the mistake is in one of the entries.
  return typeof path.at(-1) === 'number' ? `Each entry of ${last}` : last;
}

function propertiesOf(schema: JsonObject): readonly string[] {
  return isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
}

function pathOf(pointer: string, table: JsonObject): KeyPath {
  let value: JsonValue | undefined = table;
  return pointerSteps(pointer).map(step => {
    const key = Array.isArray(value) ? Number(step) : step;
    value = (value as Record<string | number, JsonValue>)[key];
    return key;
  });
}
