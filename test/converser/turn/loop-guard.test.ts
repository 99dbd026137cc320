import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { createLoopGuard } from '../../../src/converser/turn/loop-guard.ts';
import type { ResultCanister } from '../../../src/converser/words/canister/canister.ts';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';

const make = canisterMaker();
const resultOf = (said: string): ResultCanister => make.result('call', said);

/** In each round one call; whether the model was told, and what it is stuck on in the end. */
function rounds(...calls: readonly (readonly [args: JsonObject, result: string])[]) {
  const guard = createLoopGuard();
  const told = calls.map(([args, said], at) => {
    const result = resultOf(said);
    return textOf(guard.heed(make.invocation('call', 'jobs:status', args), result, at + 1).content) !== said;
  });
  return { told, stuckOn: guard.stuckOn() };
}

describe('a model that goes in circles', () => {
  it('is told from the third round on, and is stuck after the fifth', () => {
    const same = [{ job: 1, of: 'me' }, 'running'] as const;
    const told = [false, false, true, true];
    assert.deepEqual(rounds(same, same, same, same), { told, stuckOn: undefined });
    assert.equal(rounds(same, same, same, same, same).stuckOn, 'jobs:status');
    const reordered = [{ of: 'me', job: 1 }, 'running'] as const;
    assert.equal(rounds(same, reordered, same, reordered, same).stuckOn, 'jobs:status');
  });

  it('is none where the result or the arguments differ', () => {
    const [running, done] = [[{ job: 1 }, 'running'] as const, [{ job: 1 }, 'done'] as const];
    assert.deepEqual(rounds(running, running, done, running, running, done).told, Array(6).fill(false));
    const other = [{ job: 2 }, 'running'] as const;
    assert.deepEqual(rounds(running, other, running, other).told, Array(4).fill(false));
  });

  it('is counted by rounds, not by calls side by side', () => {
    const guard = createLoopGuard();
    for (let call = 0; call < 9; call++) {
      const result = resultOf('running');
      assert.equal(guard.heed(make.invocation('call', 'jobs:status', {}), result, 1), result);
    }
    assert.equal(guard.stuckOn(), undefined);
  });

  it('is told of failures, too', () => {
    const guard = createLoopGuard();
    const failed: ResultCanister = { ...resultOf(''), failure: { kind: 'execution', message: 'No.' } };
    for (let round = 1; round <= 5; round++)
      guard.heed(make.invocation('call', 'jobs:status', {}), failed, round);
    assert.equal(guard.stuckOn(), 'jobs:status');
  });
});
