import type { ObjectMemory } from './object-memory.ts';

/**
 * Remembers what was made for each object while it lives. Use it for what derives from objects that never
 * change.
 * @param memory `createObjectMemory` for objects that are made in each round
 */
export function perObject<K extends object, V>(
  make: (object: K) => V,
  memory: ObjectMemory<K, { readonly value: V }> = new WeakMap(),
): (object: K) => V {
  return object => {
    const known = memory.get(object);
    if (known !== undefined) return known.value;
    const value = make(object);
    memory.set(object, { value });
    return value;
  };
}
