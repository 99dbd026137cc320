import { isJsonObject, type JsonObject, type JsonValue } from '../../ground/json/json.ts';
import { perObject } from '../../ground/object-memory.ts';
import type { ToolDefinition } from '../models/provider.ts';
import { oneLine } from './one-line.ts';

export const describeTool = perObject(
  ({ name, aliases, description, inputSchema }: ToolDefinition) =>
    `- ${name}${aliasText(aliases)}: ${oneLine(description)}\n  ${JSON.stringify(compactSchema(inputSchema))}`,
);

const mostAliases = 8;

export function aliasText(aliases: ToolDefinition['aliases'] = []): string {
  const told = aliases.slice(0, mostAliases).map(alias => oneLine(alias.slice(0, 64)));
  return told.length === 0 ? '' : ` (also ${told.join(', ')})`;
}

const silent = ['$schema', '$id', 'title', 'additionalProperties', '$comment'];

export function compactSchema(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !silent.includes(key))
      .map(([key, value]) => [key, isNaming(key) ? eachCompact(value) : compactValue(value)]),
  );
}

function compactValue(value: JsonValue): JsonValue {
  return isJsonObject(value) ? compactSchema(value) : value;
}

function isNaming(key: string): boolean {
  return ['properties', '$defs', 'definitions', 'default', 'examples', 'const', 'enum'].includes(key);
}

function eachCompact(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compactValue(inner)]));
}
