import assert from 'node:assert/strict';
import { seal, unseal } from '../../src/dialects/seal.ts';

describe('what a model wants back, sealed', () => {
  it('comes back as it was, whatever it holds', () => {
    for (const data of [{ block: { type: 'thinking', thinking: 'é %20 😀' } }, ['x'], 'x', 0, null]) {
      const opaque = { type: 'opaque' as const, provider: 'anthropic', data };
      assert.deepEqual(unseal(seal(opaque)), opaque);
    }
  });

  it('is nothing where something else made the text', () => {
    const sealed = (value: unknown) => `converser:${encodeURIComponent(JSON.stringify(value))}`;
    assert.equal(unseal(sealed(['p', 1]))?.provider, 'p');
    const others = [[5, 1], [], 'x', null].map(sealed);
    for (const text of ['', 'EqQB', ...others, 'converser:%', 'converser:{'])
      assert.equal(unseal(text)?.data, undefined, text);
    assert.equal(unseal(encodeURIComponent('["p",1]')), undefined);
  });
});
