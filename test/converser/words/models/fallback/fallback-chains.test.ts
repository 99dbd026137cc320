import assert from 'node:assert/strict';
import { chainOf } from '../../../../../src/converser/words/models/fallback/fallback-chains.ts';

describe('the chain of a model', () => {
  const chains = {
    'anthropic/*': ['openai/gpt-5', 'anthropic/claude-haiku', 'openai/gpt-5'],
    'anthropic/claude-opus-*': ['ollama/qwen3'],
  };

  it('is that of the last pattern that fits, whatever the case', () => {
    assert.deepEqual(chainOf('anthropic/Claude-Opus-5', chains), ['ollama/qwen3']);
    assert.deepEqual(chainOf('openai/gpt-5', chains), []);
  });

  it('names each model once, and never the model itself', () => {
    assert.deepEqual(chainOf('anthropic/claude-sonnet', chains), ['openai/gpt-5', 'anthropic/claude-haiku']);
    assert.deepEqual(chainOf('anthropic/claude-haiku', chains), ['openai/gpt-5']);
  });

  it('ends: no more than eight are tried', () => {
    const many = Array.from({ length: 50 }, (_, at) => `p/${at}`);
    assert.equal(chainOf('p/x', { '*': many }).length, 8);
  });
});
