import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  parseJson,
} from '../converser/ground/json/json.ts';
import { isNestedDeeper, mostNested } from '../converser/ground/json/nesting.ts';
import type { InvocationCanister } from '../converser/words/canister/canister.ts';
import { wellFormed } from './well-formed.ts';

/** Text that is not the JSON of an object, or of one that is nested too deeply, is returned as it is. */
export function readArguments(written: string): JsonObject | string {
  const value = parseJson(written);
  return isJsonObject(value) && !isNestedDeeper(value, mostNested) ? value : written;
}

export function argumentFields(
  written: string,
): Pick<InvocationCanister, 'arguments' | 'malformedArguments'> {
  const read = written.trim() === '' ? {} : readArguments(written);
  return typeof read === 'string' ? { arguments: {}, malformedArguments: read } : { arguments: read };
}

export function writeArguments(args: unknown): string {
  return typeof args === 'string' ? args.toWellFormed() : JSON.stringify(wellFormed(args as JsonValue));
}

export function objectSchema(schema: JsonObject): JsonSchema {
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}
