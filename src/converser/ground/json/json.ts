import { createObjectMemory } from '../object-memory.ts';
import { perObject } from '../per-object.ts';

/** What JSON can carry. Arguments of invocations and data of results are always of this kind. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

/** A JSON Schema (2020-12, or draft-07 when `$schema` says so) that describes an object. */
export type JsonSchema = JsonObject;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of some JSON; `undefined` if it is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is a finite number that is not negative. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** The canonical JSON of arguments, which never change: each call is compared by it several times. */
export const canonicalArguments = perObject((args: JsonObject) => canonicalJson(args), createObjectMemory());

/** The same text for equal values, whatever the order of their keys. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  let members = '';
  for (const key of Object.keys(value).sort()) {
    const inner = value[key];
    // As in JSON, what is undefined is left out.
    if (inner === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(inner)}`;
  }
  return `{${members}}`;
}
