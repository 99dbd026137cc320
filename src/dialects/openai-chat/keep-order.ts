import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';

export interface OrderedMessages {
  readonly messages: readonly ChatCompletionMessageParam[];
  add(more: readonly ChatCompletionMessageParam[]): void;
  end(): void;
}

type Role = ChatCompletionMessageParam['role'];

/** Mistral's servers and the templates of local models want the user first, and not directly after a tool. */
export function createOrderedMessages(before: Role | undefined): OrderedMessages {
  const messages: ChatCompletionMessageParam[] = [];
  let last = before;
  function push(message: ChatCompletionMessageParam): void {
    messages.push(message);
    last = message.role;
  }
  return {
    messages,
    add(more) {
      for (const message of more) {
        if (last === undefined && message.role === 'assistant') push(beginning);
        if (last === 'tool' && message.role === 'user') push(between);
        push(message);
      }
    },
    end() {
      if (last === undefined) push(beginning);
      if (last === 'assistant') push({ role: 'user', content: 'Go on.' });
    },
  };
}

const beginning: ChatCompletionMessageParam = { role: 'user', content: '(The conversation begins here.)' };

const between: ChatCompletionMessageParam = { role: 'assistant', content: 'I have the results.' };
