import type Anthropic from '@anthropic-ai/sdk';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { instructions, toolDescription, toolNames, toolSchema, type Wire } from '../../scenario.ts';
import { pastInChat, pastInMessages } from '../history.ts';

export interface LimitCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

export interface LimitResult {
  readonly id: string;
  readonly text: string;
}

/** One vendor's format, no more of it than the scenarios need. */
interface LimitWire {
  /** The JSON of a request before its messages; `]}` comes after them. */
  readonly head: string;
  past(count: number): readonly object[];
  results(results: readonly LimitResult[]): readonly object[];
  /** Reads the events of one reply. */
  createReader(say: (piece: string) => void): {
    read(data: string): void;
    end(): { readonly message: object; readonly calls: readonly LimitCall[] };
  };
}

function headOf(options: object): string {
  return `${JSON.stringify({ model: 'bench', stream: true, ...options }).slice(0, -1)},"messages":[`;
}

const tools = toolNames.map(name => ({ name: `bench__${name}`, description: toolDescription }));
const chatTools = tools.map(tool => ({ type: 'function', function: { ...tool, parameters: toolSchema } }));

const chat: LimitWire = {
  head: `${headOf({ stream_options: { include_usage: true }, tools: chatTools })}${JSON.stringify({
    role: 'system',
    content: instructions,
  })},`,
  past: pastInChat,
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
        const asked = calls.map(({ id, name, written }) => {
          return { id, type: 'function', function: { name, arguments: written } };
        });
        return {
          message: { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: asked }) },
          calls: calls.map(({ id, name, written }) => ({ id, name, args: JSON.parse(written) })),
        };
      },
    };
  },
};

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; written: string };

const messages: LimitWire = {
  head: headOf({
    max_tokens: 4096,
    system: instructions,
    tools: tools.map(tool => ({ ...tool, input_schema: toolSchema })),
  }),
  past: pastInMessages,
  results(results) {
    const content = results.map(({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text }));
    return [{ role: 'user', content }];
  },
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
        const content = blocks.map(block => {
          if (block.type === 'text') return block;
          const { type, id, name, written } = block;
          return { type, id, name, input: JSON.parse(written) as unknown };
        });
        const calls = content.flatMap(block =>
          block.type === 'text' ? [] : [{ id: block.id, name: block.name, args: block.input }],
        );
        return { message: { role: 'assistant', content }, calls };
      },
    };
  },
};

export const limitWires: Readonly<Record<Wire, LimitWire>> = { openai: chat, anthropic: messages };
