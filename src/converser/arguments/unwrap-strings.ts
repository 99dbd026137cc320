import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../json/json.ts';
import { referredPart } from '../json/json-pointer.ts';
import { readJson } from '../json/lenient-json.ts';

/**
 * Arguments in which values that were written as strings are what the schema wants: only where it wants no
 * string, and only if the string reads as what it does want.
 */
export function unwrapStringified(args: JsonObject, schema: JsonSchema): JsonObject {
  return unwrapObject(args, schema, schema);
}

function unwrapObject(value: JsonObject, schema: JsonSchema, root: JsonSchema): JsonObject {
  const entries = Object.entries(value);
  let changed = false;
  for (const entry of entries) {
    const [key, inner] = entry;
    if (typeof inner === 'number' || typeof inner === 'boolean') continue;
    const property = propertySchema(key, schema, root);
    const next = property === undefined ? inner : unwrap(inner, property, root);
    if (next === inner) continue;
    entry[1] = next;
    changed = true;
  }
  return changed ? Object.fromEntries(entries) : value;
}

function unwrap(value: JsonValue, schema: JsonSchema, root: JsonSchema): JsonValue {
  if (typeof value === 'string') {
    // As nearly everywhere; the rest of the schema can only narrow this.
    if (schema.type === 'string') return value;
    const read = unwrapText(value, typesOf(schema, root));
    return read === undefined ? value : unwrap(read, schema, root);
  }
  if (isJsonObject(value)) return unwrapObject(value, schema, root);
  const items = Array.isArray(value) ? itemSchema(schema, root) : undefined;
  if (items === undefined) return value;
  const list = value as readonly JsonValue[];
  if (items.type === 'string' && list.every(item => typeof item === 'string')) return value;
  const unwrapped = list.map(item => unwrap(item, items, root));
  return unwrapped.some((item, index) => item !== list[index]) ? unwrapped : value;
}

function unwrapText(text: string, types: readonly string[] | undefined): JsonValue | undefined {
  if (types === undefined || types.includes('string')) return undefined;
  const read = readJson(text);
  if (read.kind === 'refused' || typeof read.value === 'string' || losesDigits(read.value)) return undefined;
  return types.includes(typeOf(read.value)) ? read.value : undefined;
}

function losesDigits(value: JsonValue): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** References that only lead to each other end here. */
const deepest = 12;

/** The types that a schema lets through; `undefined` when it does not say. An integer is a number too. */
function typesOf(schema: JsonSchema, root: JsonSchema, depth = 0): readonly string[] | undefined {
  if (depth > deepest) return undefined;
  const inner = (one: JsonSchema) => typesOf(one, root, depth + 1);
  const either = (keyword: string): readonly string[] | undefined => {
    const each = schemasIn(schema[keyword]).map(inner);
    return each.length === 0 || each.includes(undefined) ? undefined : each.flatMap(types => types ?? []);
  };
  const every = [
    namedTypes(schema),
    either('anyOf'),
    either('oneOf'),
    ...schemasIn(schema.allOf).map(inner),
    ...referred(schema, root).map(inner),
  ].filter(types => types !== undefined);
  const [first, ...others] = every;
  return first?.filter(type => others.every(types => types.includes(type)));
}

function namedTypes({ type, enum: values, const: only }: JsonSchema): readonly string[] | undefined {
  if (typeof type === 'string' || Array.isArray(type)) {
    const named = [type].flat().filter(one => typeof one === 'string');
    return named.includes('number') ? [...named, 'integer'] : named;
  }
  if (Array.isArray(values)) return values.map(typeOf);
  return only === undefined ? undefined : [typeOf(only)];
}

/** All schemas that apply to one property. */
function propertySchema(key: string, schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  if (isPlain(schema)) return ownProperty(schema.properties, key) ?? objectOnly(schema.additionalProperties);
  const facets = facetsOf(schema, root);
  const named = facets
    .map(({ properties }) => ownProperty(properties, key))
    .filter(found => found !== undefined);
  if (named.length > 0) return anyOf(named);
  return anyOf(facets.map(facet => facet.additionalProperties).filter(isJsonObject));
}

function ownProperty(properties: JsonValue | undefined, key: string): JsonSchema | undefined {
  return isJsonObject(properties) && Object.hasOwn(properties, key) ? objectOnly(properties[key]) : undefined;
}

function objectOnly(value: JsonValue | undefined): JsonSchema | undefined {
  return isJsonObject(value) ? value : undefined;
}

function itemSchema(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  if (isPlain(schema)) return objectOnly(schema.items);
  return anyOf(
    facetsOf(schema, root)
      .map(({ items }) => items)
      .filter(isJsonObject),
  );
}

/** Whether a schema says everything itself, as most do: the long way would add a third to the time of a call. */
function isPlain({ $ref, allOf, anyOf: any, oneOf }: JsonSchema): boolean {
  return $ref === undefined && allOf === undefined && any === undefined && oneOf === undefined;
}

function anyOf(schemas: readonly JsonSchema[]): JsonSchema | undefined {
  return schemas.length > 1 ? { anyOf: schemas } : schemas[0];
}

/** A schema and all the schemas that it refers to or is composed of. */
function facetsOf(schema: JsonSchema, root: JsonSchema, depth = 0): readonly JsonSchema[] {
  if (depth > deepest) return [];
  const { allOf, anyOf: any, oneOf } = schema;
  const parts = [...referred(schema, root), ...schemasIn(allOf), ...schemasIn(any), ...schemasIn(oneOf)];
  return [schema, ...parts.flatMap(one => facetsOf(one, root, depth + 1))];
}

function schemasIn(value: JsonValue | undefined): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** What a `$ref` inside the same document leads to. Others are left to the check. */
function referred({ $ref: reference }: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  const found = typeof reference === 'string' ? referredPart(root, reference) : undefined;
  return isJsonObject(found) ? [found] : [];
}
