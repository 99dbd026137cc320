import type {
  ResponseCustomToolCall,
  ResponseFunctionToolCall,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseReasoningItem,
} from 'openai/resources/responses/responses';
import type { Phase } from './phase.ts';
import type { StreamEvent } from './stream-event.ts';

export interface Place {
  readonly output_index: number;
  readonly item_id: string;
}

export type Ending = 'completed' | 'incomplete';

export interface OpenItem {
  readonly first: readonly StreamEvent[];
  write(piece: string): StreamEvent;
  end(status: Ending): { readonly last: readonly StreamEvent[]; readonly item: ResponseOutputItem };
}

export function openMessage({ output_index, item_id }: Place, phase?: Phase): OpenItem {
  const pieces: string[] = [];
  const at = { output_index, item_id, content_index: 0 };
  const messageOf = (text: string) => ({ ...messageWith(item_id, text), ...(phase && { phase }) });
  const empty = messageOf('');
  return {
    first: [
      added(output_index, { ...empty, content: [], status: 'in_progress' }),
      { type: 'response.content_part.added', ...at, part: empty.content[0] },
    ],
    write(delta) {
      pieces.push(delta);
      return { type: 'response.output_text.delta', ...at, delta, logprobs: [] };
    },
    end(status) {
      const text = pieces.join('').toWellFormed();
      const item = { ...messageOf(text), status };
      const last = [
        { type: 'response.output_text.done', ...at, text, logprobs: [] } as const,
        { type: 'response.content_part.done', ...at, part: item.content[0] } as const,
      ];
      return { last, item };
    },
  };
}

function messageWith(id: string, text: string): ResponseOutputMessage {
  const content = [{ type: 'output_text' as const, text, annotations: [], logprobs: [] }];
  return { id, type: 'message', role: 'assistant', status: 'completed', content };
}

export function openCall({ output_index, item_id }: Place, call: ResponseFunctionToolCall): OpenItem {
  const pieces: string[] = [];
  const at = { output_index, item_id };
  return {
    first: [added(output_index, { ...call, status: 'in_progress' })],
    write(delta) {
      pieces.push(delta);
      return { type: 'response.function_call_arguments.delta', ...at, delta };
    },
    end(status) {
      const whole = pieces.join('');
      const last = [{ type: 'response.function_call_arguments.done', ...at, arguments: whole } as const];
      return { last, item: { ...call, arguments: whole, status } };
    },
  };
}

export function openCustomCall({ output_index, item_id }: Place, call: ResponseCustomToolCall): OpenItem {
  const pieces: string[] = [];
  const at = { output_index, item_id };
  return {
    first: [added(output_index, call)],
    write(delta) {
      pieces.push(delta);
      return { type: 'response.custom_tool_call_input.delta', ...at, delta };
    },
    end() {
      const input = pieces.join('');
      const last = [{ type: 'response.custom_tool_call_input.done', ...at, input } as const];
      return { last, item: { ...call, input } };
    },
  };
}

export interface OpenReasoning extends OpenItem {
  readonly summary: StreamEvent;
  /** A client has to send it back for the model to go on with this reasoning. */
  seal(sealed: string): void;
}

export function openReasoning({ output_index, item_id }: Place): OpenReasoning {
  const pieces: string[] = [];
  const at = { output_index, item_id, summary_index: 0 };
  const empty: ResponseReasoningItem = { id: item_id, type: 'reasoning', summary: [] };
  let sealed = {};
  const part = (text: string) => ({ type: 'summary_text' as const, text });
  return {
    first: [added(output_index, { ...empty, status: 'in_progress' })],
    summary: { type: 'response.reasoning_summary_part.added', ...at, part: part('') },
    write(delta) {
      pieces.push(delta);
      return { type: 'response.reasoning_summary_text.delta', ...at, delta };
    },
    seal(encrypted_content) {
      sealed = { encrypted_content };
    },
    end(status) {
      const text = pieces.join('').toWellFormed();
      if (pieces.length === 0) return { last: [], item: { ...empty, ...sealed, status } };
      const last = [
        { type: 'response.reasoning_summary_text.done', ...at, text } as const,
        { type: 'response.reasoning_summary_part.done', ...at, part: part(text) } as const,
      ];
      return { last, item: { ...empty, summary: [part(text)], ...sealed, status } };
    },
  };
}

function added(output_index: number, item: object): StreamEvent {
  return { type: 'response.output_item.added', output_index, item };
}
