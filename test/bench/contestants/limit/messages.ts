import type Anthropic from '@anthropic-ai/sdk';
import { nativizeRequest } from '../../../../src/dialects/anthropic-messages/nativize-request.ts';
import { instructions, toolDescription, toolNames, toolSchema } from '../../scenario.ts';
import type { LimitWire } from './limit-wire.ts';

const tools = toolNames.map(name => ({
  name: `bench__${name}`,
  description: toolDescription,
  input_schema: toolSchema,
}));
const options = { model: 'bench', max_tokens: 4096, stream: true, system: instructions, tools };

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; written: string };

export const messages: LimitWire = {
  head: `${JSON.stringify(options).slice(0, -1)},"messages":[`,
  tail: ']}',
  past: canisters =>
    nativizeRequest(
      { canisters, tools: [{ name: 'any', description: '', inputSchema: {} }] },
      { model: 'bench', maxTokens: 4096 },
    ).messages,
  user: content => ({ role: 'user', content }),
  results: results => [
    {
      role: 'user',
      content: results.map(({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text })),
    },
  ],
  createReader(say) {
    const blocks: Block[] = [];
    function begin({ index, content_block: block }: Anthropic.RawContentBlockStartEvent): void {
      if (block.type === 'text') blocks[index] = { type: 'text', text: block.text };
      if (block.type === 'tool_use')
        blocks[index] = { type: 'tool_use', id: block.id, name: block.name, written: '' };
    }
    function goOn({ index, delta }: Anthropic.RawContentBlockDeltaEvent): void {
      const block = blocks[index];
      if (delta.type === 'text_delta' && block?.type === 'text') {
        block.text += delta.text;
        say(delta.text);
      }
      if (delta.type === 'input_json_delta' && block?.type === 'tool_use')
        block.written += delta.partial_json;
    }
    return {
      read(data) {
        const event = JSON.parse(data) as Anthropic.RawMessageStreamEvent;
        if (event.type === 'content_block_start') begin(event);
        if (event.type === 'content_block_delta') goOn(event);
      },
      end() {
        const content = blocks.map(block =>
          block.type === 'text'
            ? block
            : {
                type: block.type,
                id: block.id,
                name: block.name,
                input: JSON.parse(block.written) as unknown,
              },
        );
        const calls = content.flatMap(block =>
          block.type === 'text' ? [] : [{ id: block.id, name: block.name, args: block.input }],
        );
        return { message: { role: 'assistant', content }, calls };
      },
    };
  },
};
