import assert from 'node:assert/strict';
import { pageOf } from '../../../src/gateway/models/model-page.ts';

const all = ['a', 'b', 'c', 'd', 'e'].map(id => ({ id }));

function page(query: string) {
  const { data, has_more } = pageOf(all, new URLSearchParams(query));
  return [data.map(({ id }) => id).join(''), has_more];
}

describe('A page of models', () => {
  it('is as long as the client wants, and starts where it says', () => {
    assert.deepEqual(page(''), ['abcde', false]);
    assert.deepEqual(page('limit=2'), ['ab', true]);
    assert.deepEqual(page('limit=2&after_id=b'), ['cd', true]);
    assert.deepEqual(page('limit=2&after_id=c'), ['de', false]);
    assert.deepEqual(page('after_id=e'), ['', false]);
    assert.deepEqual(page('limit=2&before_id=d'), ['bc', true]);
    assert.deepEqual(page('limit=2&before_id=c'), ['ab', false]);
    assert.deepEqual(page('before_id=a'), ['', false]);
  });

  it('holds 20 unless the client says otherwise', () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ id: `m${index}` }));
    const { data, has_more, first_id, last_id } = pageOf(many, new URLSearchParams());
    assert.deepEqual([data.length, has_more, first_id, last_id], [20, true, 'm0', 'm19']);
  });

  it('is refused with the name of what is wrong', () => {
    for (const [query, reason] of [
      ['limit=0', /^limit: must be a whole number from 1 to 1000/],
      ['limit=1001', /^limit: /],
      ['limit=1e2', /^limit: /],
      ['limit=', /^limit: /],
      ['after_id=x', /^after_id: no model/],
      ['before_id=', /^before_id: no model/],
      ['after_id=a&before_id=c', /^after_id and before_id: /],
    ] as const) {
      assert.throws(() => page(query), { code: 'bad-arguments', message: reason }, query);
    }
  });
});
