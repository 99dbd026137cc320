/** A source of random numbers for one call. */
export interface Random {
  /** A whole number from `from` to `to`, both included, each as likely as the others. */
  integer(from: number, to: number): number;
  /** A number from 0 (included) to 1 (excluded). */
  fraction(): number;
}

/** How many numbers a generator needs until similar seeds no longer show. */
const warmUp = 16;

/** The same numbers each time for the same seed; without a seed, unpredictable ones. */
export async function createRandom(seed: number | undefined): Promise<Random> {
  const [{ uniformInt }, { uniformFloat64 }] = await Promise.all([
    import('pure-rand/distribution/uniformInt'),
    import('pure-rand/distribution/uniformFloat64'),
  ]);
  const source = seed === undefined ? unforeseeable : await seeded(seed);
  return {
    integer: (from, to) => uniformInt(source, from, to),
    fraction: () => uniformFloat64(source),
  };
}

async function seeded(seed: number) {
  const { xoroshiro128plus } = await import('pure-rand/generator/xoroshiro128plus');
  const source = xoroshiro128plus(seed);
  for (let count = 0; count < warmUp; count++) source.next();
  return source;
}

const unforeseeable = {
  next: () => crypto.getRandomValues(new Int32Array(1))[0] ?? 0,
  clone: () => unforeseeable,
  getState: () => [],
};
