export interface ObjectMemory<K extends object, V> {
  get(object: K): V | undefined;
  set(object: K, value: V): unknown;
}

/**
 * V8 keeps what an old weak map holds alive until the next full collection, so a private field keeps it.
 * Contract: create it once, with its module: what it keeps on an object stays there.
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
