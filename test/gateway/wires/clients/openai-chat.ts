import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { openAiAt } from '../../support/vendor-clients.ts';
import { mostRounds, type OpenClient, runTool } from './client.ts';

const answer = { name: 'answer', strict: true } as const;

export const openAiChat: OpenClient = (at, model) => {
  const client = openAiAt(at);
  return {
    name: 'openai (chat)',
    async ask(prompt, { image, schema } = {}) {
      const url = `data:image/png;base64,${image}`;
      const picture = image === undefined ? [] : [{ type: 'image_url', image_url: { url } } as const];
      const { choices } = await client.chat.completions.create({
        model,
        messages: [{ role: 'user', content: [{ type: 'text', text: prompt }, ...picture] }],
        ...(schema && {
          response_format: { type: 'json_schema', json_schema: { ...answer, schema: { ...schema } } },
        }),
      });
      return choices[0]?.message.content ?? '';
    },
    async *stream(prompt, signal) {
      const messages = [{ role: 'user' as const, content: prompt }];
      const asked = { model, messages, stream: true as const };
      for await (const { choices } of await client.chat.completions.create(asked, signal && { signal }))
        yield choices[0]?.delta.content ?? '';
    },
    async runTools(prompt, { tools, forced }) {
      const asked: ChatCompletionCreateParamsNonStreaming = {
        model,
        messages: [{ role: 'user', content: prompt }],
        tools: tools.map(({ name, schema }) => ({
          type: 'function',
          function: { name, parameters: schema },
        })),
      };
      if (forced !== undefined) asked.tool_choice = { type: 'function', function: { name: forced } };
      for (let round = 0; round < mostRounds; round++) {
        const { choices } = await client.chat.completions.create(asked);
        delete asked.tool_choice;
        const message = choices[0]?.message;
        if (message === undefined) throw new Error('No choice.');
        asked.messages.push(message);
        if (message.tool_calls === undefined) return message.content ?? '';
        for (const call of message.tool_calls) {
          if (call.type !== 'function') throw new Error(call.type);
          const content = runTool(tools, call.function.name, JSON.parse(call.function.arguments));
          asked.messages.push({ role: 'tool', tool_call_id: call.id, content });
        }
      }
      throw new Error('No answer.');
    },
  };
};
