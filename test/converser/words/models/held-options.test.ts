import assert from 'node:assert/strict';
import { heldOptions } from '../../../../src/converser/words/models/held-options.ts';
import { providerOptions } from '../../../../src/converser/words/models/model-options.ts';

describe('The options that hold for a model', () => {
  it('are those of the last pattern that fits, and of its provider where none says otherwise', () => {
    const own = { temperature: 0.7, seed: 1, body: { top_k: 40, min_p: 0.1 } };
    const written = {
      '*': { temperature: 0.2 },
      'openai/*': { seed: 9 },
      'ollama/*': { body: { top_k: 20 }, stop: ['END'] },
    };
    assert.deepEqual(heldOptions('ollama/qwen3:8b', { own, written }), [
      { name: 'temperature', value: '0.2', pattern: '*' },
      { name: 'seed', value: '1' },
      { name: 'body.top_k', value: '20', pattern: 'ollama/*' },
      { name: 'body.min_p', value: '0.1' },
      { name: 'stop', value: '["END"]', pattern: 'ollama/*' },
    ]);
    assert.deepEqual(heldOptions('x/y', { written: {} }), []);
  });

  it('are short enough to be read', () => {
    const [held] = heldOptions('a/b', { written: { '*': { body: { long: 'x'.repeat(500) } } } });
    assert.equal(held?.value.length, 60);
  });

  it('are none of a provider whose options hold a mistake, and never its window', () => {
    assert.deepEqual(providerOptions({ effort: 'high', seed: 'no' }), {});
    assert.deepEqual(providerOptions({ effort: 'high', contextTokens: 9 }), { effort: 'high' });
    assert.deepEqual(providerOptions(undefined), {});
  });
});
