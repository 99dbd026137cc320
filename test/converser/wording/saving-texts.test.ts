import assert from 'node:assert/strict';
import { ordinaryMarks, type ResultCanister } from '../../../src/converser/canister/canister.ts';
import {
  savedText,
  savingsIn,
  savingsText,
  trimmedText,
} from '../../../src/converser/wording/saving-texts.ts';

function result(more: Partial<ResultCanister>): ResultCanister {
  return {
    id: 'r',
    role: 'result',
    timestamp: '2026-01-01T00:00:00.000Z',
    content: [],
    marks: ordinaryMarks,
    invocationId: 'c',
    ...more,
  };
}

describe('what was saved', () => {
  it('is summed up over calls, and over results that were left out', () => {
    const canisters = [
      result({}),
      result({ repeats: 'a' }),
      result({ repeats: 'a', saved: { tokens: 4000, time: 0 } }),
      result({ repeats: 'a', saved: { tokens: 20, time: 1200 } }),
      result({ supersedes: { results: { b: 'c' }, tokens: 100 } }),
    ];
    const savings = savingsIn(canisters);
    assert.deepEqual(savings, { calls: 2, tokens: 4120, time: 1200 });
    assert.equal(savings && savingsText(savings), 'saved 2 calls, 4,120 tokens, 1.2 s');
  });

  it('is not there where nothing was', () => {
    assert.equal(savingsIn([]), undefined);
    assert.equal(savingsIn([result({ repeats: 'a' })]), undefined);
    assert.equal(savedText(undefined), '');
  });

  it('is said without what is nothing', () => {
    assert.equal(savingsText({ calls: 1, tokens: 0, time: 20 }), 'saved 1 call, 20 ms');
    assert.equal(savingsText({ calls: 0, tokens: 300, time: 0 }), 'saved 300 tokens');
    assert.equal(savedText({ tokens: 1, time: 0 }), '1 token');
  });

  it('tells why results are gone for the model', () => {
    assert.equal(
      trimmedText({ results: { a: 'b', c: 'd' }, tokens: 1234 }),
      'The model is no longer sent 2 results that newer ones replace: about 1,234 tokens less. You still see them here.',
    );
  });
});
