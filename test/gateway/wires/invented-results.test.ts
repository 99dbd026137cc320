import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { withToolUse } from '../../../src/providers/wrappers/with-tool-use.ts';
import { createTextModel } from '../../fakes/text-model.ts';
import { openGateway } from '../support/open-gateway.ts';

const reply =
  'I roll.\n{"calls": [{"name": "roll", "arguments": {"dice": "d6"}}]}\n\nTool result: 4\n\nYou rolled a 4.';
const schema = { type: 'object' as const, properties: { dice: { type: 'string' } } };
const question = [{ role: 'user' as const, content: 'Roll a die.' }];

/** What each client gets: the text and the calls. */
const clients: Readonly<Record<string, (baseUrl: string, key: string) => Promise<unknown>>> = {
  async 'Chat Completions'(baseUrl, apiKey) {
    const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey, maxRetries: 0 });
    const tools = [{ type: 'function' as const, function: { name: 'roll', parameters: schema } }];
    const { choices } = await client.chat.completions
      .stream({ model: 'model', messages: question, tools })
      .finalChatCompletion();
    const { message, finish_reason: reason } = choices[0] ?? assert.fail();
    const calls = message.tool_calls?.map(call => (call.type === 'function' ? call.function.arguments : ''));
    return [message.content, calls, reason];
  },
  async Responses(baseUrl, apiKey) {
    const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey, maxRetries: 0 });
    const tools = [{ type: 'function' as const, name: 'roll', parameters: schema, strict: false }];
    const { output, output_text: text } = await client.responses
      .stream({ model: 'model', input: 'Roll a die.', tools })
      .finalResponse();
    const calls = output.flatMap(item => (item.type === 'function_call' ? [item.arguments] : []));
    return [text, calls, 'tool_calls'];
  },
  async Messages(baseURL, apiKey) {
    const client = new Anthropic({ baseURL, apiKey, maxRetries: 0 });
    const tools = [{ name: 'roll', input_schema: schema }];
    const { content, stop_reason: reason } = await client.messages
      .stream({ model: 'model', max_tokens: 100, messages: question, tools })
      .finalMessage();
    const text = content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('');
    const calls = content.flatMap(block => (block.type === 'tool_use' ? [JSON.stringify(block.input)] : []));
    return [text, calls, reason === 'tool_use' ? 'tool_calls' : reason];
  },
};

describe('A model that makes up the result of its call', () => {
  for (const [wire, converse] of Object.entries(clients)) {
    it(`is cut before it for a client of ${wire}`, async () => {
      const model = await withToolUse(createTextModel([reply]), 'contract');
      await using gateway = await openGateway({ models: [model] });
      const heard = await converse(gateway.baseUrl, gateway.key);
      assert.deepEqual(heard, ['I roll.\n', ['{"dice":"d6"}'], 'tool_calls']);
    });
  }
});
