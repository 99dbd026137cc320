import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../converser/ground/json/json.ts';
import { withInner } from './inner-schemas.ts';

export function fitArrays(schema: JsonSchema): JsonSchema {
  const inner = withInner(schema, fitArrays);
  return lacksItems(inner) ? { ...inner, items: itemsOf(inner) } : inner;
}

/** llama.cpp reads an empty schema as an object. */
const anything: JsonSchema = {
  type: ['string', 'number', 'boolean', 'object', 'array', 'null'],
  items: {},
};

function lacksItems({ type, items }: JsonObject): boolean {
  if (Array.isArray(items)) return true;
  return [type].flat().includes('array') && !isJsonObject(items);
}

function itemsOf({ items, prefixItems }: JsonObject): JsonValue {
  const told = Array.isArray(items) ? items : prefixItems;
  const choices: readonly JsonValue[] = Array.isArray(told) ? told : [];
  const [first = anything] = choices;
  const isSame = choices.every(choice => JSON.stringify(choice) === JSON.stringify(first));
  return isSame ? first : { anyOf: choices };
}
