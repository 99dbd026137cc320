import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { nativizeRequest } from '../../../../src/dialects/openai-chat/nativize-request.ts';
import { instructions, toolDescription, toolNames, toolSchema } from '../../scenario.ts';
import type { LimitWire } from './limit-wire.ts';

const tools = toolNames.map(name => ({
  type: 'function',
  function: { name: `bench__${name}`, description: toolDescription, parameters: toolSchema },
}));
const options = { model: 'bench', stream: true, stream_options: { include_usage: true }, tools };
const supervisor = JSON.stringify({ role: 'system', content: instructions });

export const chat: LimitWire = {
  head: `${JSON.stringify(options).slice(0, -1)},"messages":[${supervisor},`,
  tail: ']}',
  past: canisters =>
    nativizeRequest(
      { canisters, tools: [{ name: 'any', description: '', inputSchema: {} }] },
      { model: 'bench', provider: 'openai' },
    ).messages,
  user: content => ({ role: 'user', content }),
  results: results => results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
  createReader(say) {
    let content = '';
    const calls: { id: string; name: string; written: string }[] = [];
    return {
      read(data) {
        const delta = (JSON.parse(data) as ChatCompletionChunk).choices[0]?.delta;
        if (delta?.content) {
          content += delta.content;
          say(delta.content);
        }
        for (const { index, id, function: called } of delta?.tool_calls ?? []) {
          calls[index] ??= { id: id ?? '', name: called?.name ?? '', written: '' };
          calls[index].written += called?.arguments ?? '';
        }
      },
      end() {
        const tool_calls = calls.map(({ id, name, written }) => ({
          id,
          type: 'function',
          function: { name, arguments: written },
        }));
        return {
          message: { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls }) },
          calls: calls.map(({ id, name, written }) => ({ id, name, args: JSON.parse(written) })),
        };
      },
    };
  },
};
