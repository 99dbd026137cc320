import type { JsonObject, JsonValue } from '../../../converser/ground/json/json.ts';
import type { KeyPath } from '../../descriptors/mistakes/diagnostic.ts';

export function valueAt(value: JsonValue | undefined, path: KeyPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as JsonObject)[key]
        : undefined,
    value,
  );
}
