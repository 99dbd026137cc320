import type { ObjectMemory } from './object-memory.ts';

/** For what derives from objects that never change; `createObjectMemory` for those made in each round. */
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
