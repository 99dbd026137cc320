import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { defined } from '../../../../src/converser/ground/json/defined.ts';
import { canonicalJson, type JsonValue } from '../../../../src/converser/ground/json/json.ts';

describe('JSON in its canonical form', () => {
  // JSON has one zero.
  const few = fc.jsonValue({ maxDepth: 2 }).map(value => JSON.parse(JSON.stringify(value)) as JsonValue);
  const close = fc.oneof(
    fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'ab'), fc.integer({ min: 0, max: 30 }), {
      noNullPrototype: true,
    }),
    few,
  );

  it('is the same for equal values, and for no others', () => {
    fc.assert(
      fc.property(close, close, (one, other) =>
        assert.equal(canonicalJson(one) === canonicalJson(other), isDeepStrictEqual(one, other)),
      ),
      { numRuns: 2_000 },
    );
    assert.notEqual(canonicalJson([1, 23]), canonicalJson([12, 3]));
  });

  it('can be read, and has its keys in order', () => {
    fc.assert(fc.property(few, value => assert.deepEqual(JSON.parse(canonicalJson(value)), value)));
    assert.equal(canonicalJson({ b: [1, 2], a: { d: null, c: 'x' } }), '{"a":{"c":"x","d":null},"b":[1,2]}');
  });
});

describe('defined', () => {
  it('leaves out what is undefined and keeps every other value', () => {
    const given: { a?: number; b: null; c: number; d: string } = { b: null, c: 0, d: '' };
    const result = defined({ a: given.a, b: given.b, c: given.c, d: given.d });
    assert.deepEqual(Object.keys(result), ['b', 'c', 'd']);
    assert.deepEqual(result, { b: null, c: 0, d: '' });
  });
});
