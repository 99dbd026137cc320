import { isJsonObject, type JsonSchema, type JsonValue } from '../../ground/json/json.ts';

/**
 * A schema of one of our own tools, without what only the check needs: limits that calls hardly ever reach, and that there
 * are no other arguments. They cost a fifth of what the tools cost. A call that breaks one of them is told of it.
 */
export function shownSchema(schema: JsonSchema): JsonSchema {
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
