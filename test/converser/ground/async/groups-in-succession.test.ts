import assert from 'node:assert/strict';
import { groupsInSuccession } from '../../../../src/converser/ground/async/groups-in-succession.ts';
import { threeInTwo } from './three-in-two.ts';

describe('streams in groups that follow each other', () => {
  it('are begun one after the other, and left with the one that is read', async () => {
    const left: string[] = [];
    async function* streams() {
      try {
        yield threeInTwo(() => left.push('first'));
        yield threeInTwo(() => left.push('second'));
      } finally {
        left.push('all');
      }
    }
    assert.deepEqual(await Array.fromAsync(groupsInSuccession(streams())), [[1, 2], [3], [1, 2], [3]]);
    assert.deepEqual(left.splice(0), ['first', 'second', 'all']);
    for await (const _group of groupsInSuccession(streams())) break;
    assert.deepEqual(left, ['first', 'all']);
  });
});
