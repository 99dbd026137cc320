import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  cleanest,
  confidentialities,
  integrities,
  isLabel,
  isWithin,
  join,
  type Label,
  type Source,
} from '../../../../src/converser/words/labels/label.ts';

const sources = fc.uniqueArray(
  fc.integer({ min: 0, max: 30 }).map((n): Source => (n === 30 ? '*' : `server:${n}`)),
  { minLength: 1, maxLength: 12 },
);

/** Labels as joining makes them. */
const labels: fc.Arbitrary<Label> = fc
  .record({
    integrity: fc.constantFrom(...integrities),
    confidentiality: fc.constantFrom(...confidentialities),
    sources,
  })
  .map(label => join(cleanest, { ...label, sources: label.integrity === 'outside' ? label.sources : [] }));

describe('labels', () => {
  it('are joined in any order to the same', () => {
    fc.assert(
      fc.property(labels, labels, labels, (a, b, c) => {
        assert.deepEqual(join(a, b), join(b, a));
        assert.deepEqual(join(join(a, b), c), join(a, join(b, c)));
        assert.deepEqual(join(a, a), a);
        assert.deepEqual(join(a, cleanest), a);
      }),
    );
  });

  it('are never better than what they were joined from, and no worse than need be', () => {
    fc.assert(
      fc.property(labels, labels, labels, (a, b, c) => {
        const both = join(a, b);
        assert.ok(isWithin(a, both) && isWithin(b, both));
        if (isWithin(a, c) && isWithin(b, c)) assert.ok(isWithin(both, c));
        assert.equal(isWithin(a, b), JSON.stringify(join(a, b)) === JSON.stringify(b));
      }),
    );
  });

  it('are read back from JSON, and nothing else is taken for one', () => {
    fc.assert(fc.property(labels, label => isLabel(JSON.parse(JSON.stringify(label)))));
    for (const value of [
      undefined,
      {},
      { ...cleanest, integrity: 'outside' },
      { ...cleanest, sources: ['server:a'] },
      { integrity: 'outside', sources: ['somebody'], confidentiality: 'public' },
      { ...cleanest, confidentiality: 'top' },
    ])
      assert.equal(isLabel(value), false, JSON.stringify(value));
  });
});
