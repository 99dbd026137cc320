import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  parseJson,
} from '../converser/ground/json/json.ts';
import { isNestedDeeper, mostNested } from '../converser/ground/json/nesting.ts';
import { lastValue } from '../converser/ground/json/value-scan.ts';
import type { InvocationCanister } from '../converser/words/canister/canister.ts';
import { wellFormed } from './well-formed.ts';

/**
 * Some servers send a placeholder first, all of it again at the end, or JSON within a string: the last whole
 * object counts. Text that holds none, or one that is nested too deeply, is returned as it is.
 */
export function readArguments(written: string): JsonObject | string {
  const value = objectIn(written) ?? objectIn(lastValue(written));
  return value !== undefined && !isNestedDeeper(value, mostNested) ? value : written;
}

function objectIn(written: string | undefined): JsonObject | undefined {
  const value = written === undefined ? undefined : parseJson(written);
  const inner = typeof value === 'string' ? parseJson(value) : value;
  return isJsonObject(inner) ? inner : undefined;
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
