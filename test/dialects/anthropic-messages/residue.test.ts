import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import type { Content } from '../../../src/converser/words/canister/content.ts';
import { fromOpaque, residueIn } from '../../../src/dialects/anthropic-messages/residue.ts';
import { clientThought } from '../../../src/dialects/sent-back.ts';

const read = (block: JsonObject, more: JsonObject = {}) =>
  fromOpaque({ type: 'opaque', provider: 'own', data: { block, ...more } }, { provider: 'own' });

describe('what Anthropic wants back of a reply', () => {
  it('is what still has its signature or its data', () => {
    for (const block of [
      { type: 'thinking', thinking: '', signature: 's' },
      { type: 'redacted_thinking', data: 'd' },
    ]) {
      assert.deepEqual(read(block), { block, afterInvocations: 0 });
    }
    for (const block of [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'thinking', thinking: 'Hm.', signature: '' },
      { type: 'thinking', signature: 's' },
      { type: 'redacted_thinking', data: '' },
      { type: 'redacted_thinking', signature: 's' },
      { type: 'text', text: 'x', signature: 's', data: 'd' },
    ]) {
      assert.equal(read(block), undefined, JSON.stringify(block));
    }
  });

  it('stands after as many calls as it did', () => {
    const block = { type: 'redacted_thinking', data: 'd' };
    assert.equal(read(block, { afterInvocations: 2 })?.afterInvocations, 2);
    assert.equal(read(block, { afterInvocations: 'x' })?.afterInvocations, 0);
  });

  it('is nothing of another provider, and nothing of unknown data', () => {
    const data = { block: { type: 'redacted_thinking', data: 'd' } };
    assert.equal(fromOpaque({ type: 'opaque', provider: 'own', data }, { provider: 'other' }), undefined);
    for (const odd of [null, 'x', {}, { block: 'x' }]) {
      assert.equal(
        fromOpaque({ type: 'opaque', provider: 'own', data: odd }, { provider: 'own' }),
        undefined,
      );
    }
  });

  it('is plain thinking only where a server signs nothing, and once, although clients send it, too', () => {
    const told = clientThought('Hm.');
    const own = (block: JsonObject) => ({ type: 'opaque', provider: 'own', data: { block } }) as const;
    const plain = own({ type: 'thinking', thinking: 'Hm.', signature: '' });
    const signed = own({ type: 'thinking', thinking: 'Hm.', signature: 's' });
    const blocksOf = (unsigned: boolean, ...content: readonly Content[]) =>
      [...residueIn(content, { provider: 'own', unsigned }).values()].map(({ block }) => block);
    const thinking = { type: 'thinking', thinking: 'Hm.' };
    for (const content of [[told], [plain], [told, plain], [plain, told]]) {
      assert.deepEqual(blocksOf(true, ...content), [thinking]);
      assert.deepEqual(blocksOf(false, ...content), []);
    }
    assert.deepEqual(blocksOf(true, told, signed), [{ ...thinking, signature: 's' }]);
    assert.deepEqual(blocksOf(true, own({ type: 'thinking', thinking: ' ' })), []);
  });
});
