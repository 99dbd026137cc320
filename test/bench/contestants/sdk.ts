import { Anthropic } from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { OpenAI } from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import {
  instructions,
  type ToolArguments,
  toolAnswer,
  toolDescription,
  toolNames,
  toolSchema,
} from '../scenario.ts';
import { pastInChat, pastInMessages } from './history.ts';
import type { Assignment, Contestant, CreateContestant } from './main.ts';

/** The vendor's own SDK with its own tool runner, streaming as we do. It starts from the same messages. */
export const createSdk: CreateContestant = async assignment =>
  assignment.wire === 'openai' ? runChat(assignment) : runMessages(assignment);

const said = { role: 'user', content: 'What is there?' } as const;

function runChat({ scenario, url }: Assignment): Contestant {
  const client = new OpenAI({ apiKey: 'bench', baseURL: `${url}/v1`, maxRetries: 0 });
  const before = [{ role: 'system', content: instructions } as const, ...pastInChat(scenario.history)];
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
    let messages: ChatCompletionMessageParam[] = [...before];
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
  const client = new Anthropic({ apiKey: 'bench', baseURL: url, maxRetries: 0 });
  const before = pastInMessages(scenario.history);
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
