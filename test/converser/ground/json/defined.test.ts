import assert from 'node:assert/strict';
import { defined } from '../../../../src/converser/ground/json/defined.ts';

describe('defined', () => {
  it('leaves out what is undefined and keeps every other value', () => {
    const given: { a?: number; b: null; c: number; d: string } = { b: null, c: 0, d: '' };
    const result = defined({ a: given.a, b: given.b, c: given.c, d: given.d });
    assert.deepEqual(Object.keys(result), ['b', 'c', 'd']);
    assert.deepEqual(result, { b: null, c: 0, d: '' });
  });
});
