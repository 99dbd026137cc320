import { isJsonObject, type JsonSchema, type JsonValue } from '../../ground/json/json.ts';
import { perObject } from '../../ground/object-memory.ts';
import type { ToolDefinition } from '../models/provider.ts';
import { estimateRequest } from '../spending/estimate-request.ts';
import type { Invoker } from './invoker.ts';
import { wireName } from './wire-name.ts';

/** The same tools always make the same request. Of tools with the same name, only the first counts. */
export function toolDefinitions(invokers: readonly Invoker[]): readonly ToolDefinition[] {
  const byName = new Map<string, ToolDefinition>();
  for (const invoker of invokers) {
    const definition = definitionOf(invoker);
    if (!byName.has(definition.name)) byName.set(definition.name, definition);
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const definitionOf = perObject(
  (invoker: Invoker): ToolDefinition => ({
    name: wireName(invoker),
    description: invoker.description,
    inputSchema: withProperties(shown(invoker)),
    ensemble: invoker.ensemble,
    ...(invoker.aliases.length > 0 && { aliases: invoker.aliases }),
    ...(invoker.origin === 'shipped' && { isShipped: true }),
  }),
);

export const foundDefinitionOf = perObject(
  (invoker: Invoker): ToolDefinition => ({ ...definitionOf(invoker), found: true }),
);

/** Shortens only schemas of shipped tools: what models need of others isn't known. */
function shown({ origin, arguments: schema }: Invoker): Invoker['arguments'] {
  return origin === 'shipped' ? shownSchema(schema) : schema;
}

/** Some models refuse tools whose schema has no `properties`. */
export function withProperties(schema: Invoker['arguments']): Invoker['arguments'] {
  return schema.type === 'object' && schema.properties !== undefined
    ? schema
    : { ...schema, type: 'object', properties: schema.properties ?? {} };
}

/** What only the check needs costs a fifth of the tokens. A call that breaks a limit is told so. */
function shownSchema(schema: JsonSchema): JsonSchema {
  const shown: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (silent.has(key) || (key === 'additionalProperties' && value === false)) continue;
    shown[key] = key === 'properties' && isJsonObject(value) ? eachShown(value) : shownValue(value);
  }
  return shown;
}

const silent = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'pattern',
]);

function shownValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(shownValue);
  return isJsonObject(value) ? shownSchema(value) : value;
}

function eachShown(properties: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, shownValue(value)]));
}

export const toolTokens = perObject((invoker: Invoker) =>
  estimateRequest({ canisters: [], tools: toolDefinitions([invoker]) }, ''),
);
