import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../json/json.ts';
import { referredPart } from '../json/json-pointer.ts';

/**
 * How many parts a schema has when each reference to a part of its own stands for that part, which is how it is held
 * against values. A few references that each lead to two others grow to more than can ever be checked.
 *
 * A part that refers to itself counts once: how often it is used is up to the value.
 */
export function unfoldedSize(schema: JsonSchema): number {
  const sizes = new Map<JsonObject | readonly JsonValue[], number>();
  const anchors = anchorsIn(schema);

  function sizeOf(value: JsonValue | undefined): number {
    if (typeof value !== 'object' || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    sizes.set(value, 0);
    const size = Object.values(value).reduce(
      (sum: number, inner) => sum + sizeOf(inner),
      1 + referredSize(value),
    );
    sizes.set(value, size);
    return size;
  }

  function referredSize(value: JsonObject | readonly JsonValue[]): number {
    if (!isJsonObject(value)) return 0;
    const references = [value.$ref, value.$dynamicRef].filter(each => typeof each === 'string');
    return references.reduce(
      (sum, reference) => sum + sizeOf(anchors.get(reference) ?? referredPart(schema, reference)),
      0,
    );
  }

  return sizeOf(schema);
}

/** Where a reference by name leads. */
function anchorsIn(schema: JsonSchema): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  const visit = (value: JsonValue): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isJsonObject(value)) {
      const { $anchor, $dynamicAnchor, $id } = value;
      for (const name of [$anchor, $dynamicAnchor])
        if (typeof name === 'string') found.set(`#${name}`, value);
      if (typeof $id === 'string') found.set($id, value);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(schema);
  return found;
}
