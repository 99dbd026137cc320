import assert from 'node:assert/strict';
import { checkKept, runActs } from '../../../acts/run-acts.ts';

// A thousand of them, with more seeds: test/soak/random-acts.test.ts
const count = 150;

describe('a conversation of many random acts', () => {
  for (const seed of [1, 2]) {
    it(`never drops what is pinned, records all that it drops, and keeps how requests begin (seed ${seed})`, async () => {
      const seen = await runActs(seed, count);
      checkKept([seen]);
      assert.ok((seen.compactions['near-window'] ?? 0) > count / 20, 'it was compacted often');
      assert.ok(seen.compared > 5, 'compactions were taken back');
    }).timeout(60_000);
  }
});
