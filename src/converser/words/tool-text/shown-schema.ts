import { isJsonObject, type JsonSchema, type JsonValue } from '../../ground/json/json.ts';

/**
 * Leaves out what only the check needs, such as limits that calls hardly reach: it costs a fifth of the
 * tokens. A call that breaks one is told so.
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
