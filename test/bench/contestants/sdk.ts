import { Anthropic } from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { OpenAI } from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { nativizeRequest as nativizeMessages } from '../../../src/dialects/anthropic-messages/nativize-request.ts';
import { nativizeRequest as nativizeChat } from '../../../src/dialects/openai-chat/nativize-request.ts';
import {
  instructions,
  type ToolArguments,
  toolAnswer,
  toolDescription,
  toolNames,
  toolSchema,
} from '../scenario.ts';
import { pastCanisters } from './history.ts';
import type { Assignment, Contestant, CreateContestant } from './main.ts';

/** The vendor's own SDK with its own tool runner, streaming as we do. It starts from the same messages. */
export const createSdk: CreateContestant = async assignment =>
  assignment.wire === 'openai' ? runChat(assignment) : runMessages(assignment);

/** The SDK as a mere stream of deltas, without its tool runner: the least that it can do. */
export const createRawSdk: CreateContestant = async ({ wire, url }) =>
  wire === 'openai' ? streamChat(url) : streamMessages(url);

const openAi = (url: string) => new OpenAI({ apiKey: 'bench', baseURL: `${url}/v1`, maxRetries: 0 });
const anthropic = (url: string) => new Anthropic({ apiKey: 'bench', baseURL: url, maxRetries: 0 });
const said = { role: 'user', content: 'What is there?' } as const;
const supervisor = { role: 'system', content: instructions } as const;

/** What the model was sent in earlier turns. */
const past = (history: number) => ({
  canisters: pastCanisters(history),
  tools: [{ name: 'any', description: '', inputSchema: {} }],
});

function runChat({ scenario, url }: Assignment): Contestant {
  const client = openAi(url);
  const before = nativizeChat(past(scenario.history), { model: 'bench', provider: 'openai' }).messages;
  let calls = 0;
  const tools = toolNames.map(name => ({
    type: 'function' as const,
    function: {
      name: `bench__${name}`,
      description: toolDescription,
      parameters: structuredClone(toolSchema) as object as Record<string, unknown>,
      parse: JSON.parse as (written: string) => ToolArguments,
      function: (args: ToolArguments) => {
        calls++;
        return toolAnswer(args);
      },
    },
  }));
  return async () => {
    calls = 0;
    let answer = '';
    let messages: ChatCompletionMessageParam[] = [supervisor, ...before];
    for (let turn = 0; turn < scenario.turns; turn++) {
      messages.push(said);
      const runner = client.chat.completions.runTools(
        { model: 'bench', messages, tools, stream: true, stream_options: { include_usage: true } },
        { maxChatCompletions: scenario.rounds + 1 },
      );
      runner.on('content', piece => {
        answer += piece;
      });
      await runner.done();
      messages = runner.messages;
    }
    return { calls, answer };
  };
}

function runMessages({ scenario, url }: Assignment): Contestant {
  const client = anthropic(url);
  const before = nativizeMessages(past(scenario.history), { model: 'bench', maxTokens: 4096 }).messages;
  let calls = 0;
  const tools = toolNames.map(name =>
    betaTool({
      name: `bench__${name}`,
      description: toolDescription,
      inputSchema: toolSchema,
      run: args => {
        calls++;
        return toolAnswer(args as ToolArguments);
      },
    }),
  );
  return async () => {
    calls = 0;
    let answer = '';
    let messages: Anthropic.Beta.BetaMessageParam[] = [...before];
    for (let turn = 0; turn < scenario.turns; turn++) {
      messages.push(said);
      // Threads are kept by the vendor's own servers alone, and only in a beta; compatible ones are sent everything.
      const request = {
        model: 'bench',
        max_tokens: 4096,
        system: instructions,
        messages,
        tools,
        thread: false as const,
      };
      const runner = client.beta.messages.toolRunner({ ...request, stream: true });
      for await (const stream of runner) {
        answer = '';
        stream.on('text', piece => {
          answer += piece;
        });
        await stream.done();
      }
      messages = runner.params.messages;
    }
    return { calls, answer };
  };
}

function streamChat(url: string): Contestant {
  const client = openAi(url);
  const tools = toolNames.map(name => ({
    type: 'function' as const,
    function: { name, description: toolDescription, parameters: { ...toolSchema } },
  }));
  return async () => {
    let answer = '';
    const request = { model: 'bench', messages: [supervisor, said], tools };
    for await (const chunk of await client.chat.completions.create({ ...request, stream: true }))
      answer += chunk.choices[0]?.delta.content ?? '';
    return { calls: 0, answer };
  };
}

function streamMessages(url: string): Contestant {
  const client = anthropic(url);
  const schema = { ...toolSchema, required: [...toolSchema.required] };
  const tools = toolNames.map(name => ({ name, description: toolDescription, input_schema: schema }));
  return async () => {
    let answer = '';
    const request = { model: 'bench', max_tokens: 4096, system: instructions, messages: [said], tools };
    for await (const event of await client.messages.create({ ...request, stream: true })) {
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
        answer += event.delta.text;
    }
    return { calls: 0, answer };
  };
}
