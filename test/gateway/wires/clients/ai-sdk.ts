import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, jsonSchema, type LanguageModel, Output, stepCountIs, streamText, tool } from 'ai';
import { type Client, mostRounds, type OpenClient } from './client.ts';

export const aiSdkChat: OpenClient = ({ baseUrl, key }, model) =>
  clientOf('ai, @ai-sdk/openai (chat)', createOpenAI({ apiKey: key, baseURL: `${baseUrl}/v1` }).chat(model));

export const aiSdkResponses: OpenClient = ({ baseUrl, key }, model) =>
  clientOf(
    'ai, @ai-sdk/openai (responses)',
    createOpenAI({ apiKey: key, baseURL: `${baseUrl}/v1` }).responses(model),
  );

export const aiSdkAnthropic: OpenClient = ({ baseUrl, key }, model) =>
  clientOf('ai, @ai-sdk/anthropic', createAnthropic({ apiKey: key, baseURL: `${baseUrl}/v1` })(model));

/** A limit is all that some of them warn of, for models that they do not know. */
const limit = { maxOutputTokens: 1000 };

function clientOf(name: string, model: LanguageModel): Client {
  const once = { maxRetries: 0, ...limit };
  return {
    name,
    async ask(prompt, { image, schema } = {}) {
      const picture =
        image === undefined ? [] : [{ type: 'file', mediaType: 'image/png', data: image } as const];
      const content = [{ type: 'text' as const, text: prompt }, ...picture];
      const messages = [{ role: 'user' as const, content }];
      if (schema === undefined) return (await generateText({ model, messages, ...once })).text;
      const held = Output.object({ schema: jsonSchema(schema) });
      return JSON.stringify((await generateText({ model, messages, ...once, output: held })).output);
    },
    async *stream(prompt, signal) {
      const { promise: failed, reject } = Promise.withResolvers<never>();
      failed.catch(() => {});
      const { textStream } = streamText({
        model,
        prompt,
        ...once,
        onError: ({ error }) => reject(error),
        ...(signal && { abortSignal: signal }),
      });
      yield* textStream;
      // By now, the error was told if there was one.
      await Promise.race([failed, undefined]);
    },
    async runTools(prompt, { tools, forced }) {
      const { text } = await generateText({
        model,
        prompt,
        ...once,
        stopWhen: stepCountIs(mostRounds),
        tools: Object.fromEntries(
          tools.map(({ name: called, schema, run }) => [
            called,
            tool({ inputSchema: jsonSchema(schema), execute: async (args: unknown) => run(args as object) }),
          ]),
        ),
        prepareStep: ({ stepNumber }) =>
          stepNumber === 0 && forced !== undefined
            ? { toolChoice: { type: 'tool', toolName: forced } }
            : { toolChoice: 'auto' },
      });
      return text;
    },
  };
}
