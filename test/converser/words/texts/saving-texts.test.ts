import assert from 'node:assert/strict';
import { ordinaryMarks } from '../../../../src/converser/words/canister/canister.ts';
import { savedText, savingsIn, savingsText } from '../../../../src/converser/words/texts/saving-texts.ts';
import { canisterMaker } from '../../../sidebar/canisters.ts';

const make = canisterMaker();
const result = (more: Parameters<typeof make.result>[2]) => make.result('c', '', more);
const compaction = make.compaction({ tokens: { before: 400, after: 300 } });

describe('what was saved', () => {
  it('is summed up over calls, and over results that were left out', () => {
    const canisters = [
      result({}),
      result({ repeats: 'a' }),
      result({ repeats: 'a', saved: { tokens: 4000, time: 0 } }),
      result({ repeats: 'a', saved: { tokens: 20, time: 1200 } }),
      compaction,
      { ...compaction, marks: { ...ordinaryMarks, active: false } },
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
});
