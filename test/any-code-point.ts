import fc from 'fast-check';

/** How many code points are half of a surrogate pair, and where they begin. */
const halves = { from: 0xd800, count: 0x800 };

/**
 * What fast-check calls the unit "binary": any code point that may stand alone. Its own takes a second to make, because
 * it lists them all. The texts of both are the same.
 */
export const anyCodePoint = fc
  .integer({ min: 0, max: 0x10ffff - halves.count })
  .map(at => String.fromCodePoint(at < halves.from ? at : at + halves.count), indexOf);

/** Throws if fast-check asks about anything else, as it wants. */
function indexOf(unit: unknown): number {
  const [point, ...more] = typeof unit === 'string' ? unit : '';
  const at = point?.codePointAt(0) ?? -1;
  const isHalf = at >= halves.from && at < halves.from + halves.count;
  if (at < 0 || isHalf || more.length > 0) throw new Error('This is no code point.');
  return at < halves.from ? at : at - halves.count;
}
