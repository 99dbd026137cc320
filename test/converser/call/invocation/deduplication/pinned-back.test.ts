import assert from 'node:assert/strict';
import { withPinnedBack } from '../../../../../src/converser/call/invocation/deduplication/pinned-back.ts';
import {
  type Canister,
  isCompaction,
  type LeftOutResult,
  ordinaryMarks,
} from '../../../../../src/converser/words/canister/canister.ts';
import {
  compactionText,
  leftOutResultText,
  savingsIn,
} from '../../../../../src/converser/words/texts/saving-texts.ts';
import { canisterMaker } from '../../../../sidebar/canisters.ts';

const make = canisterMaker();
const pinned = <T extends Canister>(canister: T): T => ({
  ...canister,
  marks: { ...ordinaryMarks, pinned: true },
});

const calls = ['one', 'two'].map(id => make.invocation(id, 'files:read', { path: `${id}.ts` }));
const [one, two] = ['one', 'two'].map(id => make.result(id, `content of ${id}`));
assert.ok(one && two);
const left = (id: string, more: Partial<LeftOutResult>): LeftOutResult => {
  return { id: `${id}-result`, title: `files:read ${id}`, line: '[Left out.]', tokens: 1000, ...more };
};
const compaction = make.compaction({
  results: [left('one', { replacedBy: 'nine' }), left('two', { tokens: 3000, kept: 100 })],
  tokens: { before: 9000, after: 5000 },
});

/** What is shown of the compaction, and what it saves. */
function shown(canisters: readonly Canister[]) {
  const noted = withPinnedBack(canisters);
  const [record] = noted.filter(isCompaction);
  assert.ok(record);
  const each = record.results.map(leftOutResultText);
  return { all: compactionText(record), each, saved: savingsIn(noted) };
}

const ordinary = {
  all: '1 result left out, 1 result cut, about 4,000 tokens',
  each: ['about 1,000 tokens, replaced by a newer one', 'about 3,000 tokens, cut after 100 characters'],
  saved: { calls: 0, tokens: 4000, time: 0 },
};

describe('the record of a compaction', () => {
  it('says of a result that you pinned afterwards that it is back, and counts it no longer', () => {
    assert.deepEqual(shown([...calls, one, two, compaction]), ordinary);
    const back = {
      all: '1 result left out, about 1,000 tokens, 1 result back because you pinned it',
      each: [ordinary.each[0], 'about 3,000 tokens, back because you pinned it'],
      saved: { calls: 0, tokens: 1000, time: 0 },
    };
    assert.deepEqual(shown([...calls, one, pinned(two), compaction]), back);
    const [first, second] = calls;
    assert.ok(first && second);
    assert.deepEqual(shown([first, pinned(second), one, two, compaction]), back, 'its call is pinned');
  });

  it('has nothing left to count where all of it is back', () => {
    assert.deepEqual(shown([...calls, pinned(one), pinned(two), compaction]), {
      all: '2 results back because you pinned them',
      each: [
        'about 1,000 tokens, back because you pinned it',
        'about 3,000 tokens, back because you pinned it',
      ],
      saved: undefined,
    });
  });

  it('says that a result is left out again once you unpin it, and is the very same where nothing is pinned', () => {
    const before = withPinnedBack([...calls, pinned(one), two, compaction]);
    const [, , , , record] = before;
    assert.ok(record);
    assert.deepEqual(shown([...calls, one, two, record]), ordinary);
    assert.deepEqual(withPinnedBack([...calls, one, two, record])[4], compaction);
    assert.equal(withPinnedBack([...calls, one, two, compaction])[4], compaction);
  });
});
