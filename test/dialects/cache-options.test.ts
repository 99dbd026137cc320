import assert from 'node:assert/strict';
import type { ModelRequest } from '../../src/converser/words/models/provider.ts';
import { nativizeRequest as toMessages } from '../../src/dialects/anthropic-messages/nativize-request.ts';
import { nativizeRequest as toChat } from '../../src/dialects/openai-chat/nativize-request.ts';
import { nativizeRequest as toResponses } from '../../src/dialects/openai-responses/nativize-request.ts';
import { optionsFor } from '../../src/dialects/options/options-for.ts';
import { canisterOf } from './canister-of.ts';

const request: ModelRequest = {
  canisters: [canisterOf('user', 'u', 'Hello.')],
  tools: [{ name: 'a', description: 'Does a.', inputSchema: { type: 'object', properties: {} } }],
  conversation: 'c-2026-private',
};

describe('The key of a cache', () => {
  const to = { model: 'm', provider: 'openai', cacheKey: true };

  for (const [wire, nativize] of [
    ['Chat Completions', toChat],
    ['Responses', toResponses],
  ] as const) {
    it(`is the same for each request of a conversation in ${wire}, and does not name it`, () => {
      const key = nativize(request, to).prompt_cache_key ?? '';
      assert.match(key, /^converser-[a-z0-9]{11}$/);
      assert.equal(nativize({ ...request, canisters: [] }, to).prompt_cache_key, key);
      assert.notEqual(nativize({ ...request, conversation: 'd' }, to).prompt_cache_key, key);
      assert.ok(!JSON.stringify(nativize(request, to)).includes('private'));
    });

    it(`goes to no server of ${wire} that may not know it, and is the client's where it sends one`, () => {
      assert.equal('prompt_cache_key' in nativize(request, { model: 'm', provider: 'x' }), false);
      const own = { ...request, options: { prompt_cache_key: 'mine' } };
      assert.equal(nativize(own, to).prompt_cache_key, 'mine');
    });
  }
});

describe('The lifetime of a cache', () => {
  const marksOf = (wanted: ModelRequest['wanted']) => {
    const asked = wanted === undefined ? request : { ...request, wanted };
    const wire = JSON.stringify(toMessages(asked, { model: 'claude-opus-4-5', maxTokens: 9 }));
    return wire.match(/"cache_control":\{[^}]*\}/g);
  };

  it('is five minutes in Anthropic Messages, and an hour in every mark where that is wanted', () => {
    const short = '"cache_control":{"type":"ephemeral"}';
    assert.deepEqual(marksOf(undefined), [short, short]);
    assert.deepEqual(marksOf({ cacheLifetime: '5m' }), [short, short]);
    const long = '"cache_control":{"type":"ephemeral","ttl":"1h"}';
    assert.deepEqual(marksOf({ cacheLifetime: '1h' }), [long, long]);
  });

  it('is said to be left out on other wires', () => {
    for (const dialect of ['openai-chat', 'openai-responses', 'ollama-chat', 'vscode-lm'] as const) {
      const { unheeded } = optionsFor({ wanted: { cacheLifetime: '1h' } }, { dialect, model: 'm' });
      assert.deepEqual(unheeded, ['cacheLifetime'], dialect);
    }
  });
});
