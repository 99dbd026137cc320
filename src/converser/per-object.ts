import { createObjectMemory } from './object-memory.ts';

/**
 * Remembers what was made for each object, for as long as the object lives. For what is derived from objects that
 * never change: canisters, invokers, schemas.
 */
export function perObject<K extends object, V>(make: (object: K) => V): (object: K) => V {
  const made = createObjectMemory<K, { readonly value: V }>();
  return object => {
    const known = made.get(object);
    if (known !== undefined) return known.value;
    const value = make(object);
    made.set(object, { value });
    return value;
  };
}
