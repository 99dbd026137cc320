import assert from 'node:assert/strict';
import { createClients as createAnthropicClients } from '../../../src/providers/anthropic/client.ts';
import { createClients as createOpenAiClients } from '../../../src/providers/openai/client.ts';
import type { Connection } from '../../../src/providers/wire/connection.ts';

/** What an SDK that is newer changes in it, ours has to change, too. */
for (const [name, create, path] of [
  ['OpenAI', createOpenAiClients, '/chat/completions'],
  ['Anthropic', createAnthropicClients, '/v1/messages'],
] as const)
  describe(`a request that is made without the SDK of ${name}`, () => {
    for (const [what, more] of Object.entries<Partial<Connection>>({
      'a key': { key: async () => ' k ' },
      'no key': { key: async () => undefined },
      'headers of its own': { key: async () => 'k', headers: { 'X-Own': 'yes', Authorization: 'Basic b' } },
      'an organization': { key: async () => 'k', organization: 'o' },
      'a slash': { key: async () => 'k', baseUrl: 'http://x.test/deep/' },
    }))
      it(`has the address and the headers that the SDK sends, with ${what}`, async () => {
        const clients = create({
          id: 'p',
          label: 'P',
          baseUrl: 'http://x.test/deep',
          key: async () => 'k',
          ...more,
        });
        const { url, req } = await (await clients()).buildRequest({ method: 'post', path });
        const headers = new Headers(req.headers as HeadersInit);
        headers.set('content-type', 'application/json');
        const made = await clients.at(path);
        assert.equal(made.url, url);
        assert.deepEqual(made.headers, Object.fromEntries(headers));
      });
  });
