import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../converser/ground/json/json.ts';
import { referredPart } from '../../converser/ground/json/json-pointer.ts';

/**
 * Leaving out only widens. Servers misread `pattern` and `format`, and limits make grammars very large:
 * https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md
 */
export function simplifySchema(schema: JsonSchema): JsonSchema {
  return simplify(schema, { root: schema, within: [], budget: { left: mostParts } });
}

interface Place {
  readonly root: JsonSchema;
  readonly within: readonly string[];
  readonly budget: { left: number };
}

/** The limit holds for one tool. The largest schemas of well-known MCP servers have some hundreds of parts. */
const mostParts = 1000;

/** llama.cpp reads an empty schema as an object. */
const anything: JsonSchema = {
  type: ['string', 'number', 'boolean', 'object', 'array', 'null'],
  additionalProperties: true,
};
const anyObject: JsonSchema = { type: 'object', additionalProperties: true };

/** These keywords may allow more than the others, so leaving them out would allow too little. */
const unfollowed = ['allOf', 'if', '$dynamicRef', 'patternProperties', 'dependentSchemas', 'propertyNames'];

function simplify(schema: JsonValue | undefined, place: Place): JsonSchema {
  if (!isJsonObject(schema) || place.budget.left-- <= 0) return anything;
  if (typeof schema.$ref === 'string') return follow(schema.$ref, place);
  if (unfollowed.some(word => schema[word] !== undefined)) {
    return schema.type === 'object' || schema.properties !== undefined ? anyObject : anything;
  }
  if (schema.const !== undefined) return { enum: [schema.const] };
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return { enum: schema.enum };
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices) && choices.length > 0 && schema.properties === undefined) {
    return { anyOf: choices.map((choice: JsonValue) => simplify(choice, place)) };
  }
  return ofType(schema, place);
}

function follow(reference: string, place: Place): JsonSchema {
  const target = place.within.includes(reference) ? undefined : referredPart(place.root, reference);
  return target === undefined
    ? anything
    : simplify(target, { ...place, within: [...place.within, reference] });
}

const known = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

function ofType(schema: JsonObject, place: Place): JsonSchema {
  const told = schema.type ?? (schema.properties === undefined ? undefined : 'object');
  const types = [told].flat().filter(type => typeof type === 'string' && known.includes(type)) as string[];
  if (types.length === 0) return anything;
  const [only] = types;
  return {
    type: types.length === 1 && only !== undefined ? only : types,
    ...(types.includes('object') ? ofObject(schema, place) : {}),
    ...(types.includes('array') ? { items: simplify(schema.items, place) } : {}),
  };
}

function ofObject(
  { properties, required, additionalProperties: others }: JsonObject,
  place: Place,
): JsonObject {
  const isOpen = others === true || isJsonObject(others);
  const more = isJsonObject(others) ? simplify(others, place) : isOpen;
  if (!isJsonObject(properties)) return { additionalProperties: others === undefined ? true : more };
  const kept = Object.entries(properties).map(([key, value]) => [key, simplify(value, place)] as const);
  const needed = Array.isArray(required) ? (required as readonly JsonValue[]) : [];
  return {
    properties: Object.fromEntries(kept),
    required: needed.filter(key => typeof key === 'string' && Object.hasOwn(properties, key)),
    additionalProperties: more,
  };
}
