import type {
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
} from 'openai/resources/chat/completions';
import { isPrintedId } from '../call-id.ts';

type Message = ChatCompletionMessageParam;

/** Calls count from 0 through the whole conversation. Those of the model keep their ids, others get such ids. */
export function withPrintedIds(messages: readonly Message[]): Message[] {
  const used = new Set<string>();
  let next = 0;
  let open: readonly string[] = [];

  function idOf(call: ChatCompletionMessageToolCall): string {
    const own = call.id;
    const isOwn = isPrintedId(own) && !used.has(own);
    const name = call.type === 'function' ? call.function.name : call.custom.name;
    const id = isOwn ? own : `functions.${name}:${next}`;
    next = Math.max(next, Number(id.slice(id.lastIndexOf(':') + 1))) + 1;
    used.add(id);
    return id;
  }

  return messages.map(message => {
    if (message.role === 'assistant' && message.tool_calls) {
      open = message.tool_calls.map(idOf);
      return withIds(message, open);
    }
    if (message.role !== 'tool') return message;
    const [id = message.tool_call_id, ...others] = open;
    open = others;
    return withIds(message, [id]);
  });
}

/** The same message becomes the same object, so that its bytes are written once. */
const known = new WeakMap<Message, { readonly key: string; readonly message: Message }>();

function withIds(message: Message, ids: readonly string[]): Message {
  const key = ids.join('\n');
  const before = known.get(message);
  if (before?.key === key) return before.message;
  const renamed = renamedMessage(message, ids);
  known.set(message, { key, message: renamed });
  return renamed;
}

function renamedMessage(message: Message, ids: readonly string[]): Message {
  if (message.role === 'tool') return { ...message, tool_call_id: ids[0] ?? message.tool_call_id };
  if (message.role !== 'assistant') return message;
  const calls = message.tool_calls?.map((call, at) => ({ ...call, id: ids[at] ?? call.id }));
  return { ...message, ...(calls && { tool_calls: calls }) };
}
