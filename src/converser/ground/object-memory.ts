/** Remembers something about objects, each for as long as the object lives. */
export interface ObjectMemory<K extends object, V> {
  get(object: K): V | undefined;
  set(object: K, value: V): unknown;
}

/**
 * For objects that are made in each round and gone soon. V8 takes all that an old weak map holds for alive until the next
 * full collection, so whatever hangs on it is copied around until then, which takes longer than to make it.
 *
 * So the value is kept in a private field of the object itself, which copies, JSON and comparisons don't include.
 *
 * Contract: create it once, with its module. What it keeps on an object stays there even when the memory itself is gone.
 */
export function createObjectMemory<K extends object, V>(): ObjectMemory<K, V> {
  class Remembering extends Itself {
    #value: V;

    constructor(object: K, value: V) {
      super(object);
      this.#value = value;
    }

    static get(object: object): V | undefined {
      return #value in object ? object.#value : undefined;
    }

    static set(object: K, value: V): void {
      if (#value in object) object.#value = value;
      else new Remembering(object, value);
    }
  }
  return Remembering;
}

class Itself {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: a derived class adds its private field to what is returned.
    return object;
  }
}
