import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { anthropicAt, openAiAt, type Place } from '../support/vendor-clients.ts';

export interface Asked {
  readonly tools: readonly ToolDefinition[];
  /** Hears each piece of the arguments of calls. */
  readonly onPiece?: (piece: string) => void;
}

export interface Heard {
  readonly text: string | null;
  /** The name and the arguments of each. */
  readonly calls: readonly (readonly [name: string, args: string])[];
  /** Why it ends, in the words of Chat Completions. */
  readonly reason: string | null | undefined;
  /** Tokens that were read. */
  readonly input: number | undefined;
}

const model = 'default';
const messages = [{ role: 'user' as const, content: 'Work.' }];

/** How a program streams a reply of the model to tools of its own, by the SDK of each wire. */
export const toolClients: Readonly<Record<string, (at: Place, asked: Asked) => Promise<Heard>>> = {
  async 'Chat Completions'(at, { tools, onPiece }) {
    const stream = openAiAt(at).chat.completions.stream({
      ...{ model, messages, stream_options: { include_usage: true } },
      tools: tools.map(tool => ({ type: 'function', function: functionOf(tool) })),
    });
    for await (const { choices } of stream) {
      const piece = choices[0]?.delta.tool_calls?.[0]?.function?.arguments;
      if (piece) onPiece?.(piece);
    }
    const { choices, usage } = await stream.finalChatCompletion();
    const { content = null, tool_calls = [] } = choices[0]?.message ?? {};
    const calls = tool_calls.flatMap(call =>
      call.type === 'function' ? [[call.function.name, call.function.arguments] as const] : [],
    );
    return { text: content, calls, reason: choices[0]?.finish_reason, input: usage?.prompt_tokens };
  },
  async Responses(at, { tools, onPiece }) {
    const functions = tools.map(tool => ({ type: 'function' as const, strict: false, ...functionOf(tool) }));
    const stream = openAiAt(at).responses.stream({ model, input: 'Work.', tools: functions });
    for await (const event of stream)
      if (event.type === 'response.function_call_arguments.delta') onPiece?.(event.delta);
    const { output, output_text: text, usage } = await stream.finalResponse();
    const calls = output.flatMap(item =>
      item.type === 'function_call' ? [[item.name, item.arguments] as const] : [],
    );
    return { text, calls, reason: calls.length > 0 ? 'tool_calls' : 'stop', input: usage?.input_tokens };
  },
  async Messages(at, { tools, onPiece }) {
    const own = tools.map(({ name, description, inputSchema }) => {
      return { name, description, input_schema: { ...inputSchema, type: 'object' as const } };
    });
    const stream = anthropicAt(at).messages.stream({ model, max_tokens: 1000, messages, tools: own });
    for await (const event of stream)
      if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta')
        onPiece?.(event.delta.partial_json);
    const { content, stop_reason: reason, usage } = await stream.finalMessage();
    return {
      text: content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join(''),
      calls: content.flatMap(block =>
        block.type === 'tool_use' ? [[block.name, JSON.stringify(block.input)] as const] : [],
      ),
      reason: reason === 'tool_use' ? 'tool_calls' : reason,
      input: usage.input_tokens,
    };
  },
};

function functionOf({ name, description, inputSchema }: ToolDefinition) {
  return { name, description, parameters: { ...inputSchema } };
}
