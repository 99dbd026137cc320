import assert from 'node:assert/strict';
import { acts } from '../acts/acts.ts';
import { type ActsSeen, checkKept, runActs, shareKept } from '../acts/run-acts.ts';
import { wireNames } from '../dialects/as-read.ts';

const count = 1_000;
const seeds = [1, 2, 3, 4, 5];

describe('A conversation of 1,000 random acts', () => {
  const all: ActsSeen[] = [];

  for (const seed of seeds) {
    it(`never drops what is pinned, records all that it drops, and takes back without a trace (seed ${seed})`, async () => {
      const seen = await runActs(seed, count);
      all.push(seen);
      assert.deepEqual([...seen.done.keys()].toSorted(), Object.keys(acts).toSorted(), 'it did everything');
      assert.ok((seen.compactions['near-window'] ?? 0) > 100 && (seen.compactions.asked ?? 0) > 5);
      assert.ok(seen.compared > 100, `${seen.compared} requests compared`);
      checkKept([seen]);
    }).timeout(10 * 60_000);
  }

  it('keeps 98 % of the bytes that requests begin with on each wire', () => {
    checkKept(all);
    for (const wire of wireNames) {
      const pairs = all.reduce((sum, { byWire }) => sum + (byWire.get(wire)?.pairs ?? 0), 0);
      console.log(`      ${wire}: ${shareKept(all, wire).toFixed(2)} % of ${pairs} pairs`);
    }
  });
});
