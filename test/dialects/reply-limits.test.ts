import assert from 'node:assert/strict';
import type { ModelEvent } from '../../src/converser/words/models/provider.ts';
import { replyLimits } from '../../src/converser/words/models/reply-limits.ts';
import { replyWires } from './carried.ts';

describe('a reply', () => {
  for (const [name, carry] of Object.entries(replyWires)) {
    it(`may hold as many calls as the limit says on the wire of ${name}, and no more`, async () => {
      const calls = Array<ModelEvent>(replyLimits.calls).fill({
        type: 'invocation',
        name: 'a',
        arguments: {},
      });
      const end: ModelEvent = { type: 'finish', reason: 'invocations' };
      const read = await carry([...calls, end]);
      assert.equal(read.filter(({ type }) => type === 'invocation').length, replyLimits.calls);
      await assert.rejects(carry([...calls, ...calls.slice(0, 1), end]), { code: 'reply-too-large' });
    });
  }
});
