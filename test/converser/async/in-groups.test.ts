import assert from 'node:assert/strict';
import { groupsOf, inGroups } from '../../../src/converser/async/in-groups.ts';

async function* threeInTwo(onReturn: () => void = () => {}) {
  try {
    yield [1, 2];
    yield [3];
  } finally {
    onReturn();
  }
}

describe('a stream in groups', () => {
  it('is had one by one, or in the groups in which it came', async () => {
    assert.deepEqual(await Array.fromAsync(inGroups(threeInTwo())), [1, 2, 3]);
    assert.deepEqual(await Array.fromAsync(groupsOf(inGroups(threeInTwo()))), [[1, 2], [3]]);
  });

  it('has each item by itself when it came without groups', async () => {
    const items = inGroups(threeInTwo())[Symbol.asyncIterator]();
    assert.deepEqual(await Array.fromAsync(groupsOf({ [Symbol.asyncIterator]: () => items })), [
      [1],
      [2],
      [3],
    ]);
  });

  it('ends when its consumer leaves, also in the middle of a group', async () => {
    let returned = false;
    const items = inGroups(threeInTwo(() => (returned = true)));
    for await (const item of items) {
      assert.equal(item, 1);
      break;
    }
    assert.equal(returned, true);
  });
});
