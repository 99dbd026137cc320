import assert from 'node:assert/strict';
import { canisterOf } from '../../dialects/canister-of.ts';
import { refusal, sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { anthropicAt, namedOf } from '../at-servers.ts';
import { says } from './replies.ts';

const canisters = [canisterOf('user', 'u', 'Hi.'), canisterOf('supervisor', 's', 'Be brief.')];

interface Case {
  readonly model: string;
  readonly at?: 'another server';
  readonly refuses?: string;
  readonly roles: readonly string[];
}

const taken = 'user system';

const cases: Readonly<Record<string, Case>> = {
  'a model that takes them': { model: 'claude-opus-5', roles: [taken, taken] },
  'one of a later generation': { model: 'claude-haiku-6', roles: [taken, taken] },
  'a model that takes none': { model: 'claude-opus-4-7', roles: ['user', 'user'] },
  'a server of another maker': { model: 'claude-opus-5', at: 'another server', roles: ['user', 'user'] },
  'a model that refuses them': {
    model: 'claude-sonnet-5',
    refuses: "role 'system' is not supported on this model",
    roles: [taken, 'user', 'user'],
  },
};

describe('Late instructions for Anthropic’s models', () => {
  for (const [what, { model: name, at, refuses, roles }] of Object.entries(cases))
    it(`are sent as ${what} can read them`, async () => {
      const server = await startAnthropicServer(({ body }) =>
        refuses !== undefined && rolesIn(body).includes('system')
          ? refusal(400, 'invalid_request_error', { message: refuses })
          : sse('m', says('Hi.')),
      );
      const send: typeof fetch = (input, init) =>
        fetch(String(input).replace('https://api.anthropic.com', server.url), init);
      const model = namedOf(anthropicAt(at && server.url, { fetch: send }), name);
      for (const _ of [1, 2]) {
        const events = await Array.fromAsync(
          model.reply({ canisters, tools: [] }, new AbortController().signal),
        );
        assert.equal(events.at(-1)?.type, 'finish');
      }
      await server.close();
      assert.deepEqual(
        server.requests.map(({ body }) => rolesIn(body)),
        roles,
      );
      assert.ok(server.requests.every(({ body }) => JSON.stringify(body).includes('Be brief.')));
    });
});

function rolesIn({ messages }: Readonly<Record<string, unknown>>): string {
  return (messages as readonly { readonly role: string }[]).map(({ role }) => role).join(' ');
}
