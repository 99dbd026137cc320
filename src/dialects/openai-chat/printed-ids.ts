import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { isPrintedId } from '../call-id.ts';

/** The model’s own calls keep their ids. Others get the next number, which counts through the whole conversation. */
export function withPrintedIds(
  messages: readonly ChatCompletionMessageParam[],
): ChatCompletionMessageParam[] {
  const used = new Set<string>();
  let next = 0;
  let open: string[] = [];

  function idOf(own: string, name: string): string {
    const id = isPrintedId(own) && !used.has(own) ? own : `functions.${name}:${next}`;
    next = Math.max(next, Number(id.slice(id.lastIndexOf(':') + 1))) + 1;
    used.add(id);
    return id;
  }

  return messages.map(message => {
    if (message.role === 'tool') return { ...message, tool_call_id: open.shift() ?? message.tool_call_id };
    if (message.role !== 'assistant' || !message.tool_calls) return message;
    const calls = message.tool_calls.map(call =>
      call.type === 'function' ? { ...call, id: idOf(call.id, call.function.name) } : call,
    );
    open = calls.map(({ id }) => id);
    return { ...message, tool_calls: calls };
  });
}
