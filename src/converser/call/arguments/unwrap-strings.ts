import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../../ground/json/json.ts';
import { referredPart } from '../../ground/json/json-pointer.ts';
import { readJson } from '../../ground/json/lenient-json.ts';

/** Parses where no string is wanted, and drops nulls of optional members. Throws if that takes too many steps. */
export function unwrapStringified(args: JsonObject, schema: JsonSchema): JsonObject {
  return unwrapObject(args, [schema], createSchemaReader(schema));
}

type Schemas = readonly JsonSchema[];

function unwrapObject(value: JsonObject, schemas: Schemas, reader: SchemaReader): JsonObject {
  const all = Object.entries(value);
  const entries = all.filter(([key, inner]) => inner !== null || !reader.refusesNull(schemas, key));
  let changed = entries.length < all.length;
  for (const entry of entries) {
    const [key, inner] = entry;
    if (typeof inner === 'number' || typeof inner === 'boolean') continue;
    const next = unwrap(inner, reader.propertiesOf(schemas, key), reader);
    if (next === inner) continue;
    entry[1] = next;
    changed = true;
  }
  return changed ? Object.fromEntries(entries) : value;
}

function unwrap(value: JsonValue, schemas: Schemas, reader: SchemaReader): JsonValue {
  const [first] = schemas;
  if (first === undefined) return value;
  if (typeof value === 'string') {
    if (schemas.length === 1 && first.type === 'string') return value;
    const read = unwrapText(value, either(schemas.map(reader.typesOf)));
    return read === undefined ? value : unwrap(read, schemas, reader);
  }
  if (isJsonObject(value)) return unwrapObject(value, schemas, reader);
  return Array.isArray(value) ? unwrapList(value, reader.itemsOf(schemas), reader) : value;
}

function unwrapList(list: readonly JsonValue[], items: Schemas, reader: SchemaReader): JsonValue {
  if (items.length === 0) return list;
  const isText = items.length === 1 && items[0]?.type === 'string';
  if (isText && list.every(item => typeof item === 'string')) return list;
  const unwrapped = list.map(item => unwrap(item, items, reader));
  return unwrapped.some((item, index) => item !== list[index]) ? unwrapped : list;
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

function ownProperty(properties: JsonValue | undefined, key: string): Schemas {
  return isJsonObject(properties) && Object.hasOwn(properties, key) ? objectOnly(properties[key]) : [];
}

function objectOnly(value: JsonValue | undefined): Schemas {
  return isJsonObject(value) ? [value] : [];
}

interface SchemaReader {
  propertiesOf(schemas: Schemas, key: string): Schemas;
  itemsOf(schemas: Schemas): Schemas;
  /** Tells whether it is named, optional and never null. In a map of any names, null may mean something. */
  refusesNull(schemas: Schemas, key: string): boolean;
  /** `undefined` means that the schema doesn't say. An integer is a number too. */
  typesOf(schema: JsonSchema): readonly string[] | undefined;
}

const mostSteps = 100_000;

/** Invariant: a set of schemas applies to a value; the ways that lead there multiply with each level. */
function createSchemaReader(root: JsonSchema): SchemaReader {
  const facets = new Map<Schemas, Facets>();
  const onlyOne = createSingles();
  const types = new Map<JsonSchema, readonly string[] | undefined>();
  const referred = memoize((reference: string) => objectOnly(referredPart(root, reference)));
  let steps = 0;
  const step = () => {
    if (++steps > mostSteps) throw new RangeError('too many steps');
  };
  const partsOf = ({ $ref, allOf, anyOf, oneOf }: JsonSchema): Schemas => [
    ...(typeof $ref === 'string' ? referred($ref) : []),
    ...[allOf, anyOf, oneOf].flatMap(schemasIn),
  ];
  const facetsOf = (schemas: Schemas): Facets => {
    const known = facets.get(schemas);
    if (known !== undefined) return known;
    const found = new Set(schemas);
    for (const schema of found) {
      for (const part of partsOf(schema)) {
        step();
        found.add(part);
      }
    }
    const made = createFacets([...found]);
    facets.set(schemas, made);
    return made;
  };
  const typesOf = (schema: JsonSchema): readonly string[] | undefined => {
    if (types.has(schema)) return types.get(schema);
    step();
    // References that only lead to each other say nothing.
    types.set(schema, undefined);
    const { $ref, allOf, anyOf, oneOf } = schema;
    const found = every([
      namedTypes(schema),
      either(schemasIn(anyOf).map(typesOf)),
      either(schemasIn(oneOf).map(typesOf)),
      ...schemasIn(allOf).map(typesOf),
      ...(typeof $ref === 'string' ? referred($ref).map(typesOf) : []),
    ]);
    types.set(schema, found);
    return found;
  };
  return {
    typesOf,
    propertiesOf(schemas, key) {
      const plain = onlyPlain(schemas);
      return plain === undefined ? facetsOf(schemas).property(key) : onlyOne(propertyOfPlain(plain, key));
    },
    refusesNull(schemas, key) {
      const all = onlyPlain(schemas) === undefined ? facetsOf(schemas).all : schemas;
      const named = all.flatMap(({ properties }) => ownProperty(properties, key));
      const types = either(named.map(typesOf));
      if (types === undefined || types.includes('null')) return false;
      return !all.some(({ required }) => Array.isArray(required) && required.includes(key));
    },
    itemsOf(schemas) {
      const plain = onlyPlain(schemas);
      if (plain === undefined) return facetsOf(schemas).items();
      return onlyOne(isJsonObject(plain.items) ? plain.items : undefined);
    },
  };
}

function createSingles(): (schema: JsonSchema | undefined) => Schemas {
  const known = new Map<JsonSchema, Schemas>();
  return schema => {
    if (schema === undefined) return [];
    const found = known.get(schema) ?? [schema];
    known.set(schema, found);
    return found;
  };
}

interface Facets {
  readonly all: Schemas;
  property(key: string): Schemas;
  items(): Schemas;
}

function createFacets(schemas: Schemas): Facets {
  let items: Schemas | undefined;
  return {
    all: schemas,
    property: memoize(key => {
      const named = schemas.flatMap(({ properties }) => ownProperty(properties, key));
      return named.length > 0 ? named : schemas.flatMap(facet => objectOnly(facet.additionalProperties));
    }),
    items() {
      items ??= schemas.flatMap(facet => objectOnly(facet.items));
      return items;
    },
  };
}

function memoize<V>(make: (key: string) => V): (key: string) => V {
  const made = new Map<string, V>();
  return key => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** A shortcut for schemas that refer to nothing: the long way would add a third to the time of a call. */
function propertyOfPlain(
  { properties, additionalProperties }: JsonSchema,
  key: string,
): JsonSchema | undefined {
  const named = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (isJsonObject(named)) return named;
  return isJsonObject(additionalProperties) ? additionalProperties : undefined;
}

function either(each: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  if (each.length === 0 || each.includes(undefined)) return undefined;
  return [...new Set(each.flatMap(types => types ?? []))];
}

function every(each: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const [first, ...others] = each.filter(types => types !== undefined);
  return first?.filter(type => others.every(types => types.includes(type)));
}

function namedTypes(schema: JsonSchema): readonly string[] | undefined {
  const { type, enum: values, const: only, nullable } = schema;
  if (typeof type === 'string' || Array.isArray(type)) {
    const named = [type, nullable === true ? 'null' : []].flat().filter(one => typeof one === 'string');
    return named.includes('number') ? [...named, 'integer'] : named;
  }
  if (Array.isArray(values)) return values.map(typeOf);
  return only === undefined ? undefined : [typeOf(only)];
}

function onlyPlain([schema, other]: Schemas): JsonSchema | undefined {
  if (schema === undefined || other !== undefined) return undefined;
  const { $ref, allOf, anyOf, oneOf } = schema;
  const isComposed = [$ref, allOf, anyOf, oneOf].some(part => part !== undefined);
  return isComposed ? undefined : schema;
}

function schemasIn(value: JsonValue | undefined): Schemas {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
