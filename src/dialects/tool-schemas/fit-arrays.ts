import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../converser/ground/json/json.ts';

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

const holdsOne = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const holdsList = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const holdsNamed = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

type Fit = (schema: JsonSchema) => JsonSchema;

/** Fits each schema directly inside this one. What stays as it is stays the same object. */
export function withInner(schema: JsonSchema, fitOne: Fit): JsonSchema {
  const entries = Object.entries(schema);
  const fit = entries.map(([keyword, value]) => [keyword, fitValue(keyword, value, fitOne)] as const);
  return fit.every(([keyword, value]) => value === schema[keyword]) ? schema : Object.fromEntries(fit);
}

function fitValue(keyword: string, value: JsonValue, fitOne: Fit): JsonValue {
  if (Array.isArray(value)) return holdsList.has(keyword) ? fitList(value, fitOne) : value;
  if (!isJsonObject(value)) return value;
  if (holdsOne.has(keyword)) return fitOne(value);
  return holdsNamed.has(keyword) ? fitNamed(value, fitOne) : value;
}

function fitList(schemas: readonly JsonValue[], fitOne: Fit): JsonValue {
  const fit = schemas.map(each => (isJsonObject(each) ? fitOne(each) : each));
  return fit.every((each, at) => each === schemas[at]) ? schemas : fit;
}

function fitNamed(schemas: JsonObject, fitOne: Fit): JsonObject {
  const entries = Object.entries(schemas);
  const fit = entries.map(([name, each]) => [name, isJsonObject(each) ? fitOne(each) : each] as const);
  return fit.every(([, each], at) => each === entries[at]?.[1]) ? schemas : Object.fromEntries(fit);
}
