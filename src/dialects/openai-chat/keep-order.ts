import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';

/**
 * Keeps the order that all servers accept, including Mistral's and templates of local models: the user comes first, and
 * not directly after a tool.
 */
export function addInOrder(
  message: ChatCompletionMessageParam,
  messages: ChatCompletionMessageParam[],
): void {
  const before = messages.at(-1)?.role;
  if (before === undefined && message.role === 'assistant') messages.push(beginning);
  if (before === 'tool' && message.role === 'user') messages.push(between);
  messages.push(message);
}

/** A request must end with the user or a tool. */
export function ended(
  messages: readonly ChatCompletionMessageParam[],
): readonly ChatCompletionMessageParam[] {
  const last = messages.at(-1)?.role;
  if (last === undefined) return [beginning];
  return last === 'assistant' ? [...messages, { role: 'user', content: 'Go on.' }] : messages;
}

const beginning: ChatCompletionMessageParam = { role: 'user', content: '(The conversation begins here.)' };

const between: ChatCompletionMessageParam = { role: 'assistant', content: 'I have the results.' };
