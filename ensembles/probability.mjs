/**
 * These are the functions of the tools in probability.toml. They need nothing but what JavaScript has built in.
 *
 * @typedef {Iterator<bigint, never>} Source whole numbers from 0 to 2³² - 1, each as likely as the others
 */

/** @param {{ dice: string, seed?: number }} args */
export function roll({ dice, seed }) {
  const [, written = '', sides = '', added = '0'] = /^(\d*)d(\d+)([+-]\d+)?$/.exec(dice) ?? [];
  const count = written === '' ? 1 : Number(written);
  const modifier = Number(added);
  if (count < 1 || count > 1000) throw new Error('Roll from 1 to 1000 dice at once.');
  if (Number(sides) < 1) throw new Error('A die needs at least one side.');
  const source = sourceFor(seed);
  const rolls = Array.from({ length: count }, () => integer(source, 1, Number(sides)));
  return { dice, rolls, modifier, total: rolls.reduce((sum, each) => sum + each, modifier) };
}

/** @param {{ options: readonly string[], weights?: readonly number[], seed?: number }} args */
export function choose({ options, weights = options.map(() => 1), seed }) {
  if (weights.length !== options.length)
    throw new Error(`${options.length} options but ${weights.length} weights. Give each option one.`);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0) || !Number.isFinite(total)) throw new Error('At least one weight must be above 0.');
  let rest = fraction(sourceFor(seed)) * total;
  const chosen = weights.findIndex(weight => {
    rest -= weight;
    return rest < 0;
  });
  // Rounding may leave a rest after the last one, which is then the one.
  const index = chosen < 0 ? weights.findLastIndex(weight => weight > 0) : chosen;
  return { choice: options[index] ?? '', options: options.length };
}

/** @param {{ items: readonly string[], count: number, seed?: number }} args */
export function sample({ items, count, seed }) {
  if (count > items.length)
    throw new Error(`Only ${items.length} items, so ${count} different ones can't be drawn.`);
  const source = sourceFor(seed);
  const order = [...items];
  // Fisher and Yates's way: each order is as likely as the others.
  for (let last = order.length - 1; last > 0; last--) {
    const other = integer(source, 0, last);
    [order[last], order[other]] = [order[other] ?? '', order[last] ?? ''];
  }
  return { sample: order.slice(0, count), count, of: items.length };
}

/** @param {{ min?: number, max?: number, whole?: boolean, seed?: number }} args */
export function randomNumber({ min = 1, max = 100, whole = true, seed }) {
  const [from, to] = whole ? [Math.ceil(min), Math.floor(max)] : [min, max];
  if (from > to) throw new Error(`There is no ${whole ? 'whole ' : ''}number from ${min} to ${max}.`);
  if (whole && !(Number.isSafeInteger(from) && Number.isSafeInteger(to)))
    throw new Error('Whole numbers must lie between -9007199254740991 and 9007199254740991.');
  const source = sourceFor(seed);
  const number = whole ? integer(source, from, to) : from + fraction(source) * (to - from);
  return { number, min, max };
}

/**
 * Draws a whole number from one to another, both included, each as likely as the others.
 *
 * @param {Source} source @param {number} from @param {number} to
 */
function integer(source, from, to) {
  const size = BigInt(to) - BigInt(from) + 1n;
  const isLarge = size > 2n ** 32n;
  const drawn = () => (isLarge ? (next(source) << 32n) | next(source) : next(source));
  // The last numbers that may be drawn would make some of those that are wanted likelier.
  const all = isLarge ? 2n ** 64n : 2n ** 32n;
  let number = drawn();
  while (number >= all - (all % size)) number = drawn();
  return Number(BigInt(from) + (number % size));
}

/** Draws a number from 0 (included) to 1 (excluded). @param {Source} source */
function fraction(source) {
  return (integer(source, 0, 2 ** 26 - 1) * 2 ** 27 + integer(source, 0, 2 ** 27 - 1)) / 2 ** 53;
}

/** @param {Source} source */
function next(source) {
  return source.next().value;
}

/** Gives the same numbers each time for the same seed; without a seed, unpredictable ones. @param {number} [seed] */
function sourceFor(seed) {
  return seed === undefined ? unpredictable() : seeded(seed);
}

/** @returns {Generator<bigint, never>} */
function* unpredictable() {
  for (;;) yield* [...crypto.getRandomValues(new Uint32Array(64))].map(BigInt);
}

/**
 * This is xoroshiro128+, see https://prng.di.unimi.it.
 *
 * @param {number} seed
 * @returns {Generator<bigint, never>}
 */
function* seeded(seed) {
  const of64 = (/** @type {bigint} */ value) => BigInt.asUintN(64, value);
  const turned = (/** @type {bigint} */ value, /** @type {bigint} */ by) =>
    of64((value << by) | (value >> (64n - by)));
  let one = of64((-1n << 32n) | BigInt(~seed >>> 0));
  let other = BigInt(seed >>> 0) << 32n;
  // Similar seeds show in the first numbers, which are left out.
  for (let count = 0; ; count++) {
    if (count >= 16) yield BigInt.asUintN(32, one + other + 2n ** 31n);
    other ^= one;
    one = turned(one, 24n) ^ other ^ of64(other << 16n);
    other = turned(other, 37n);
  }
}
