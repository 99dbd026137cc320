import assert from 'node:assert/strict';
import fc from 'fast-check';
import { firstFinder, growing, sameInParts } from '../../../src/converser/ground/growing.ts';

describe('a list that only grows', () => {
  it('gives states that stay as they are, and the same one until more is added', () => {
    const list = growing(['a']);
    const before = list.now();
    list.add([]);
    assert.equal(list.now(), before);
    list.add(['b', 'c']);
    assert.deepEqual([before, list.now()], [['a'], ['a', 'b', 'c']]);
  });

  it('shares its beginning with its earlier states, and with other lists what is the same in them', () => {
    const elements = fc.array(fc.constantFrom('a', 'b'), { maxLength: 6 });
    fc.assert(
      fc.property(elements, elements, elements, fc.nat(2), (begun, more, other, from) => {
        const list = growing(begun);
        const states = [list.now()];
        list.add(more);
        states.push(list.now(), growing(begun).now(), [...begun, ...more], other);
        for (const one of states)
          for (const two of states) {
            const [short, long] = [one.slice(from), two.slice(from)];
            const same = short.findIndex((each, at) => at >= long.length || each !== long[at]);
            const found = sameInParts({ of: one, from }, { of: two, from });
            assert.equal(Math.max(0, found), same < 0 ? short.length : same);
          }
      }),
    );
  });
});

describe('the first of a list that holds something', () => {
  it('is found, whatever was looked through before, and each element is asked once', () => {
    const elements = [true, false, false, false].map(holds => ({ holds }));
    const begun = { holds: false };
    const lists = fc.array(fc.array(fc.constantFrom(...elements), { maxLength: 6 }), { maxLength: 6 });
    fc.assert(
      fc.property(lists, all => {
        const first = firstFinder(({ holds }: { readonly holds: boolean }) => holds);
        for (const list of [[], ...all.map(more => [begun, ...more])]) {
          const found = list.findIndex(({ holds }) => holds);
          assert.equal(first(list), found < 0 ? list.length : found);
        }
      }),
    );
    let asked = 0;
    const first = firstFinder(() => ++asked < 0);
    const list = growing(elements);
    for (let round = 0; round < 3; round++) {
      first(list.now());
      list.add([{ holds: false }]);
    }
    assert.equal(asked, elements.length + 2);
  });
});
