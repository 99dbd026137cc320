import type { JsonObject, JsonSchema } from '../../converser/ground/json/json.ts';
import { perObject } from '../../converser/ground/object-memory.ts';
import { fitArrays } from './fit-arrays.ts';
import { mergedShape } from './merged-shape.ts';

/** Vendors reject arrays without `items` and top-level choices. It only widens: it checks calls later. */
export const fitSchema = perObject((schema: JsonSchema): JsonSchema => fitArrays(flat(schema)));

const atTop = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'enum', 'const', '$ref'];

function flat(schema: JsonSchema): JsonSchema {
  if (!atTop.some(keyword => schema[keyword] !== undefined))
    return schema.type === 'object' ? schema : { ...schema, type: 'object' };
  const kept = Object.entries(schema).filter(([keyword]) => !atTop.includes(keyword));
  const { properties, required } = mergedShape(schema);
  const { required: _required, ...others }: JsonObject = Object.fromEntries(kept);
  // Some servers also reject names of properties that are not listed.
  const listed = required.filter(name => Object.hasOwn(properties, name));
  return { ...others, type: 'object', properties, ...(listed.length > 0 ? { required: listed } : {}) };
}
