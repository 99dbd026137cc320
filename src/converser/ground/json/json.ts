import { createObjectMemory, perObject } from '../object-memory.ts';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

/** 2020-12, or draft-07 if `$schema` says so; describes an object. */
export type JsonSchema = JsonObject;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

export const canonicalArguments = perObject((args: JsonObject) => canonicalJson(args), createObjectMemory());

export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  let members = '';
  for (const key of Object.keys(value).sort()) {
    const inner = value[key];
    if (inner === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(inner)}`;
  }
  return `{${members}}`;
}
