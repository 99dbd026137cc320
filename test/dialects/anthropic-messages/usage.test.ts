import assert from 'node:assert/strict';
import { createUsageReader, nativizeUsage } from '../../../src/dialects/anthropic-messages/usage.ts';

const wire = {
  input_tokens: 7,
  output_tokens: 9,
  cache_read_input_tokens: 2048,
  cache_creation_input_tokens: 500,
  cache_creation: { ephemeral_5m_input_tokens: 120, ephemeral_1h_input_tokens: 380 },
};
const usage = { input: 2555, output: 9, cached: 2048, written: 500, writtenForHour: 380 };

describe('What Anthropic reports of a cache', () => {
  it('tells what was written for an hour, also where the last event repeats only some figures', () => {
    const reader = createUsageReader();
    reader.read({ ...wire, output_tokens: 1 });
    reader.read({ output_tokens: 9 });
    assert.deepEqual(reader.events(), [{ type: 'usage', usage }]);
  });

  it('is the same when clients read it', () => {
    const written = nativizeUsage(usage);
    const told = Object.fromEntries(Object.keys(wire).map(key => [key, written[key as keyof typeof wire]]));
    assert.deepEqual(told, wire);
    assert.equal(nativizeUsage({ input: 5, written: 5 }).cache_creation, null);
  });

  it('leaves no tokens besides where all of them are in the cache, nor fewer than none', () => {
    assert.equal(nativizeUsage({ input: 5, cached: 3, written: 2 }).input_tokens, 0);
    assert.equal(nativizeUsage({ cached: 3 }).input_tokens, 0);
  });
});
