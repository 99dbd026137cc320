import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { OpenAI } from 'openai';
import { withToolUse } from '../../../src/providers/wrappers/with-tool-use.ts';
import { largeTools } from '../../dialects/contract/large-tools.ts';
import { createTextModel } from '../../fakes/text-model.ts';
import { openGateway } from '../support/open-gateway.ts';

const looking = '{"calls": [{"name": "describe_tool", "arguments": {"names": ["Tool3"]}}]}';
const working = '{"calls": [{"name": "Tool3", "arguments": {"file_path": "/a"}}]}';
const content = 'Work.';
const tools = largeTools();
const functions = tools.map(({ name, description, inputSchema }) => ({
  name,
  description,
  parameters: { ...inputSchema },
}));

interface Reached {
  readonly calls: readonly unknown[];
  /** Tokens that were read. */
  readonly input: number | undefined;
}

const asking: Readonly<Record<string, (baseUrl: string, apiKey: string) => Promise<Reached>>> = {
  'Chat Completions': async (baseUrl, apiKey) => {
    const client = new OpenAI({ apiKey, baseURL: `${baseUrl}/v1`, maxRetries: 0 });
    const { choices, usage } = await client.chat.completions.create({
      model: 'model',
      messages: [{ role: 'user', content }],
      tools: functions.map(each => ({ type: 'function', function: each })),
    });
    const calls = choices[0]?.message.tool_calls ?? [];
    return {
      calls: calls.map(call => call.type === 'function' && call.function.name),
      input: usage?.prompt_tokens,
    };
  },
  Responses: async (baseUrl, apiKey) => {
    const client = new OpenAI({ apiKey, baseURL: `${baseUrl}/v1`, maxRetries: 0 });
    const { output, usage } = await client.responses.create({
      model: 'model',
      input: content,
      tools: functions.map(each => ({ type: 'function', strict: false, ...each })),
    });
    return {
      calls: output.map(item => item.type === 'function_call' && item.name),
      input: usage?.input_tokens,
    };
  },
  Messages: async (baseUrl, apiKey) => {
    const client = new Anthropic({ apiKey, baseURL: baseUrl, maxRetries: 0 });
    const reply = await client.messages.create({
      model: 'model',
      max_tokens: 1000,
      messages: [{ role: 'user', content }],
      tools: tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        input_schema: { ...inputSchema, type: 'object' },
      })),
    });
    return {
      calls: reply.content.map(part => part.type === 'tool_use' && part.name),
      input: reply.usage.input_tokens,
    };
  },
};

describe('a client with 59 kB of tools, and a model without tools and with a window of 8,192 tokens', () => {
  for (const [wire, ask] of Object.entries(asking)) {
    it(`get on over ${wire}, and the client sees nothing of the descriptions that the model asks for`, async () => {
      const text = createTextModel([looking, working], { contextTokens: 8192 });
      await using gateway = await openGateway({ models: [await withToolUse(text, 'contract')] });
      assert.deepEqual(await ask(gateway.baseUrl, gateway.key), { calls: ['Tool3'], input: 20 });
      assert.equal(text.requests.length, 2);
    });
  }

  it('get a 413 with both numbers if even the signatures do not fit', async () => {
    const text = createTextModel([working], { contextTokens: 1000 });
    await using gateway = await openGateway({ models: [await withToolUse(text, 'contract')] });
    const client = new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.baseUrl}/v1`, maxRetries: 0 });
    const asked = client.chat.completions.create({
      model: 'model',
      messages: [{ role: 'user', content }],
      tools: functions.map(each => ({ type: 'function', function: each })),
    });
    await assert.rejects(asked, (error: InstanceType<typeof OpenAI.APIError>) => {
      const [, tokens] = /prompt is too long: (\d+) tokens > 1000 maximum/.exec(error.message) ?? [];
      assert.equal(error.status, 413);
      // What would be sent: the signatures, not the 14,000 tokens of the tools in full.
      assert.ok(Number(tokens) > 1000 && Number(tokens) < 3000, error.message);
      return true;
    });
    assert.equal(text.requests.length, 0);
  });
});
