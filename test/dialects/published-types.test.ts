import assert from 'node:assert/strict';
import type { ValidateFunction } from 'ajv';
import fc from 'fast-check';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import { validHistory } from '../../src/converser/words/canister/valid-history.ts';
import type { ModelRequest } from '../../src/converser/words/models/provider.ts';
import { nativizeRequest as toMessages } from '../../src/dialects/anthropic-messages/nativize-request.ts';
import { nativizeRequest as toChat } from '../../src/dialects/openai-chat/nativize-request.ts';
import { nativizeRequest as toResponses } from '../../src/dialects/openai-responses/nativize-request.ts';
import { journeys } from '../golden/providers/journeys.ts';
import { playJourney } from '../golden/providers/play-providers.ts';
import type { Exchange } from '../golden/providers/render-exchange.ts';
import { publishedSchemas } from '../published-schemas.ts';
import { anyRequest } from './any-history.ts';
import type { PublishedChat, PublishedMessages, PublishedResponses } from './published-requests.ts';

const wire = { model: 'm', provider: 'test', images: true, files: true };

/** That each returns the vendor's type is what the compiler says; at run time it may still be something else. */
const toPublishedMessages = (request: ModelRequest): PublishedMessages =>
  toMessages(request, { ...wire, maxTokens: 1000 });
/** What other servers of this wire want back is no part of the vendor's type, and goes to them alone. */
const toPublishedChat = (request: ModelRequest): PublishedChat =>
  toChat(request, { ...wire, provider: 'vendor' });
const toPublishedResponses = (request: ModelRequest): PublishedResponses => toResponses(request, wire);

const wires = {
  PublishedMessages: toPublishedMessages,
  PublishedChat: toPublishedChat,
  PublishedResponses: toPublishedResponses,
} as const;

type Published = keyof typeof wires;

const names = Object.keys(wires) as Published[];

/** Options are passed on as they are: these are of each vendor's own. */
const options: Readonly<Record<Published, JsonObject>> = {
  PublishedMessages: { stop_sequences: ['END'], thinking: { type: 'enabled', budget_tokens: 1024 } },
  PublishedChat: { temperature: 0.5, stop: ['END'], reasoning_effort: 'low' },
  PublishedResponses: { temperature: 0.5, max_tokens: 9, reasoning_effort: 'low' },
};

describe('requests fit the types that the vendors publish:', () => {
  let schemas: Readonly<Record<Published, ValidateFunction>>;

  before(async () => {
    const module = new URL('published-requests.ts', import.meta.url);
    schemas = await publishedSchemas(module, names, { additionalProperties: false });
  });

  it('every request of the golden conversations', async () => {
    const sent = new Set<Published>();
    for (const journey of journeys) {
      for (const exchange of (await playJourney(journey)).exchanges) {
        const name = ofPath[exchange.path] ?? assert.fail(exchange.path);
        const isPublished = schemas[name];
        const body = ofVendor(exchange);
        assert.ok(isPublished(body), JSON.stringify([journey.name, isPublished.errors, body]));
        sent.add(name);
      }
    }
    assert.deepEqual([...sent].sort(), [...names].sort());
  });

  for (const name of names) {
    it(`${name}, for any history`, () => {
      const isPublished = schemas[name];
      fc.assert(
        fc.property(anyRequest, fc.boolean(), (request, hasOptions) => {
          const canisters = validHistory(request.canisters);
          const asked = { ...request, canisters, ...(hasOptions ? { options: options[name] } : {}) };
          const sent: unknown = JSON.parse(JSON.stringify(wires[name](asked)));
          assert.ok(isPublished(sent), JSON.stringify([isPublished.errors, sent]));
        }),
        { numRuns: 200 },
      );
    });

    it(`${name}, and nothing else`, () => {
      const isPublished = schemas[name];
      const right = wires[name]({ canisters: [], tools: [] });
      assert.ok(isPublished(right));
      for (const wrong of [{}, { ...right, model: 5 }, { ...right, stream: false }, { ...right, weather: 1 }])
        assert.ok(!isPublished(wrong), JSON.stringify(wrong));
    });
  }
});

const ofPath: Readonly<Record<string, Published>> = {
  '/v1/messages': 'PublishedMessages',
  '/v1/chat/completions': 'PublishedChat',
  '/v1/responses': 'PublishedResponses',
};

/** As it was sent, but for what servers of other makers want back, which is no part of the vendor's type. */
function ofVendor({ body }: Exchange): unknown {
  return JSON.parse(JSON.stringify(body, (key, value) => (key === 'reasoning_content' ? undefined : value)));
}
