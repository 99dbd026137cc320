import { ChatAnthropic } from '@langchain/anthropic';
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import type { Place } from '../../support/vendor-clients.ts';
import { type Client, mostRounds, type OpenClient, runTool } from './client.ts';

export const langchainChat: OpenClient = ({ baseUrl, key }, model) =>
  clientOf('@langchain/openai (chat)', openAi({ baseUrl, key }, { model, useResponsesApi: false }));

export const langchainResponses: OpenClient = ({ baseUrl, key }, model) =>
  clientOf('@langchain/openai (responses)', openAi({ baseUrl, key }, { model, useResponsesApi: true }));

export const langchainAnthropic: OpenClient = ({ baseUrl, key }, model) =>
  clientOf(
    '@langchain/anthropic',
    new ChatAnthropic({ apiKey: key, anthropicApiUrl: baseUrl, model, maxTokens: 1000, maxRetries: 0 }),
  );

function openAi(
  { baseUrl, key }: Place,
  options: { readonly model: string; readonly useResponsesApi: boolean },
): ChatOpenAI {
  const configuration = { baseURL: `${baseUrl}/v1` };
  return new ChatOpenAI({ apiKey: key, configuration, maxRetries: 0, ...options });
}

function clientOf(name: string, chat: ChatOpenAI | ChatAnthropic): Client {
  return {
    name,
    async ask(prompt, { image, schema } = {}) {
      const url = `data:image/png;base64,${image}`;
      const picture = image === undefined ? [] : [{ type: 'image_url', image_url: { url } }];
      const messages = [new HumanMessage({ content: [{ type: 'text', text: prompt }, ...picture] })];
      if (schema === undefined) return (await chat.invoke(messages)).text;
      const way = { name: 'answer', method: 'jsonSchema' } as const;
      const held = (chat as ChatOpenAI).withStructuredOutput({ ...schema }, way);
      return JSON.stringify(await held.invoke(messages));
    },
    async *stream(prompt, signal) {
      for await (const piece of await chat.stream(prompt, signal === undefined ? {} : { signal }))
        yield piece.text;
    },
    async runTools(prompt, { tools, forced }) {
      const defined = tools.map(tool => ({ name: tool.name, description: tool.name, schema: tool.schema }));
      const messages: BaseMessage[] = [new HumanMessage(prompt)];
      for (let round = 0; round < mostRounds; round++) {
        const choice = round === 0 && forced !== undefined ? { tool_choice: forced } : {};
        const reply = await chat.bindTools(defined as never, choice).invoke(messages);
        if (!AIMessage.isInstance(reply)) throw new Error('No message of a model.');
        messages.push(reply);
        const { tool_calls: calls = [] } = reply;
        if (calls.length === 0) return reply.text;
        for (const { id = '', name: called, args } of calls)
          messages.push(new ToolMessage({ tool_call_id: id, content: runTool(tools, called, args) }));
      }
      throw new Error('No answer.');
    },
  };
}
