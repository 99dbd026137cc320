import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../converser/ground/json/json.ts';
import { referredPart } from '../../converser/ground/json/json-pointer.ts';

export interface Shape {
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

export function mergedShape(schema: JsonSchema): Shape {
  return shapeOf(schema, { root: schema, within: [], budget: { left: mostParts } });
}

interface Place {
  readonly root: JsonSchema;
  readonly within: readonly string[];
  readonly budget: { left: number };
}

const mostParts = 200;

const nothing: Shape = { properties: {}, required: [] };

function shapeOf(schema: JsonValue | undefined, place: Place): Shape {
  if (!isJsonObject(schema) || place.budget.left-- <= 0) return nothing;
  const { allOf, anyOf, oneOf, $ref: reference } = schema;
  return all([
    own(schema),
    ...(typeof reference === 'string' ? [followed(reference, place)] : []),
    ...listOf(allOf).map(part => shapeOf(part, place)),
    ...[anyOf, oneOf].map(choice => either(listOf(choice).map(part => shapeOf(part, place)))),
  ]);
}

function own({ properties, required }: JsonObject): Shape {
  return {
    properties: isJsonObject(properties) ? properties : {},
    required: listOf(required).filter(name => typeof name === 'string'),
  };
}

function followed(reference: string, place: Place): Shape {
  if (place.within.includes(reference)) return nothing;
  return shapeOf(referredPart(place.root, reference), { ...place, within: [...place.within, reference] });
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function all(shapes: readonly Shape[]): Shape {
  const properties = new Map<string, JsonValue>();
  for (const [name, schema] of shapes.flatMap(entriesOf))
    if (!properties.has(name)) properties.set(name, schema);
  const required = new Set(shapes.flatMap(shape => shape.required));
  return { properties: Object.fromEntries(properties), required: [...required] };
}

function either(shapes: readonly Shape[]): Shape {
  const properties = new Map<string, Map<string, JsonValue>>();
  for (const [name, schema] of shapes.flatMap(entriesOf)) {
    const choices = properties.get(name) ?? new Map<string, JsonValue>();
    properties.set(name, choices.set(JSON.stringify(schema), schema));
  }
  const joined = [...properties].map(([name, choices]) => [name, choiceOf([...choices.values()])] as const);
  const [first, ...others] = shapes;
  const required = first?.required.filter(name => others.every(other => other.required.includes(name)));
  return { properties: Object.fromEntries(joined), required: required ?? [] };
}

function entriesOf({ properties }: Shape): readonly (readonly [string, JsonValue])[] {
  return Object.entries(properties);
}

function choiceOf(schemas: readonly JsonValue[]): JsonValue {
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined ? only : { anyOf: schemas };
}
