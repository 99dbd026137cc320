import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import type { ModelRequest } from '../../src/converser/words/models/provider.ts';
import { nativizeRequest as anthropicBody } from '../../src/dialects/anthropic-messages/nativize-request.ts';
import { normalizeRequest as readAnthropic } from '../../src/dialects/anthropic-messages/normalize-request.ts';
import { nativizeRequest as chatBody } from '../../src/dialects/openai-chat/nativize-request.ts';
import { normalizeRequest as readChat } from '../../src/dialects/openai-chat/normalize-request.ts';
import { nativizeRequest as responsesBody } from '../../src/dialects/openai-responses/nativize-request.ts';
import { normalizeRequest as readResponses } from '../../src/dialects/openai-responses/normalize-request.ts';
import { canisterOf } from './canister-of.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
const user = canisterOf('user', 'u', 'Hello.');
const replySchema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };
const offered = { type: 'object', properties: {} };

/** Each wire: a request on it, what of it says the schema, the same as ours, and a tool of a client. */
const wires = {
  'Chat Completions': {
    body: (request: ModelRequest) => chatBody(request, { model: 'm', provider: 'test' }),
    read: (body: unknown) => readChat(body, { timestamp }),
    sent: { response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: replySchema } } },
    tool: { type: 'function', function: { name: 'roll', parameters: offered } },
    other: {},
  },
  Responses: {
    body: (request: ModelRequest) => responsesBody(request, { model: 'm', provider: 'test' }),
    read: (body: unknown) => readResponses(body, { timestamp }),
    sent: {
      text: {
        verbosity: 'low',
        format: { type: 'json_schema', name: 'reply', schema: replySchema, strict: false },
      },
    },
    tool: { type: 'function', name: 'roll', parameters: offered },
    other: { text: { verbosity: 'low' } },
  },
  'Anthropic Messages': {
    body: (request: ModelRequest) => anthropicBody(request, { model: 'm', maxTokens: 10 }),
    read: (body: unknown) => readAnthropic(body, { timestamp }),
    sent: { output_config: { effort: 'low', format: { type: 'json_schema', schema: replySchema } } },
    tool: { name: 'roll', input_schema: offered },
    other: { output_config: { effort: 'low' } },
  },
} as const;

describe('The schema of a reply', () => {
  for (const [name, { body, read, sent, other }] of Object.entries(wires)) {
    it(`is said in ${name} beside what the options say, and read back`, () => {
      const options: JsonObject = other;
      const written = body({ canisters: [user], tools: [], replySchema, options });
      for (const [key, value] of Object.entries(sent))
        assert.deepEqual((written as unknown as JsonObject)[key], value);
      const again = read(JSON.parse(JSON.stringify(written)));
      assert.deepEqual(again.replySchema, replySchema);
      assert.deepEqual(body(again), written);
    });

    it(`is not said in ${name} when there is none`, () => {
      const written = body({ canisters: [user], tools: [], options: other });
      for (const [key, value] of Object.entries(sent)) {
        const kept = (other as JsonObject)[key];
        assert.deepEqual((written as unknown as JsonObject)[key], kept);
        assert.notDeepEqual(kept, value);
      }
      assert.equal(read(JSON.parse(JSON.stringify(written))).replySchema, undefined);
    });
  }

  it('is ours if an OpenAI client wants it strict or beside tools, and stays strict', () => {
    for (const name of ['Chat Completions', 'Responses'] as const) {
      const { body, read, sent, tool } = wires[name];
      const asked: object = { ...body({ canisters: [user], tools: [] }), ...sent };
      const beside: ModelRequest = read({ ...asked, tools: [tool] });
      assert.deepEqual(beside.replySchema, replySchema);
      assert.equal(beside.tools.length, 1);
      const strict: JsonObject = JSON.parse(
        JSON.stringify(asked)
          .replaceAll(/("name":"reply",)/g, '$1"strict":true,')
          .replaceAll('"strict":false', '"strict":true'),
      );
      const kept: ModelRequest = read(strict);
      assert.deepEqual(kept.replySchema, replySchema);
      assert.equal(kept.strictReply, true);
      const again = body(kept) as unknown as JsonObject;
      const [key = ''] = Object.keys(sent);
      assert.deepEqual(again[key], strict[key]);
    }
  });

  it('may be any object, and is refused with its place if it is none', () => {
    const chat = { ...wires['Chat Completions'].body({ canisters: [user], tools: [] }) };
    const { read, body } = wires['Chat Completions'];
    const any = read({ ...chat, response_format: { type: 'json_object' } });
    assert.deepEqual(any.replySchema, { type: 'object' });
    assert.deepEqual(body(any).response_format, { type: 'json_object' });
    for (const wrong of ['json', { type: 'xml' }, { type: 'json_schema', json_schema: { schema: 5 } }])
      assert.throws(() => read({ ...chat, response_format: wrong }), /response_format: must have the type/);
  });
});
