import {
  type GetPromptResult,
  type ReadResourceResult,
  type StandardSchemaV1Sync,
  specTypeSchemas,
} from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { isNestedDeeper, mostNestedInResults } from '../../../converser/ground/json/nesting.ts';

export interface MendedEntry<T> {
  readonly name: string;
  readonly entry?: T;
  readonly reason?: string;
  readonly left: readonly string[];
}

/** Leaves out the fields of a tool, a prompt or a resource that aren't valid MCP. */
export function mendEntry<T>(written: JsonValue, schema: StandardSchemaV1Sync<unknown, T>): MendedEntry<T> {
  const whole = isNestedDeeper(written, mostNestedInResults) ? null : withoutNulls(written);
  const { name, uri, uriTemplate }: JsonObject = isJsonObject(written) ? written : {};
  const known = [name, uri, uriTemplate].find(each => typeof each === 'string') ?? '(without a name)';
  const { validate } = schema['~standard'];
  const issues = validate(whole).issues ?? [];
  const bad = new Set(issues.map(({ path }) => String(path?.[0])));
  const entry = isJsonObject(whole)
    ? Object.fromEntries(Object.entries(whole).filter(([field]) => !bad.has(field)))
    : whole;
  const left = issues.map(({ path }) => path?.join('.') ?? '');
  if (validate(entry).issues === undefined) return { name: known, entry: entry as T, left };
  const reason = issues.map(({ message }, index) => `${left[index] || 'it'}: ${message}`)[0];
  return { name: known, reason: `The server’s description of it isn’t valid MCP (${reason}).`, left: [] };
}

/** Many languages write null for a field that isn't there. In a schema, null may be a value. */
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const given = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(
    given.map(([name, part]) => [name, /^(?:in|out)putSchema$/.test(name) ? part : withoutNulls(part)]),
  );
}

export const looseResults = {
  resource: loose<ReadResourceResult>(specTypeSchemas.ReadResourceResult),
  prompt: loose<GetPromptResult>(specTypeSchemas.GetPromptResult),
};

function loose<T>(schema: StandardSchemaV1Sync<unknown, T>): StandardSchemaV1Sync<unknown, T> {
  const validate = (value: unknown) => schema['~standard'].validate(withoutNulls(value as JsonValue));
  return { '~standard': { version: 1, vendor: 'converser', validate } };
}
