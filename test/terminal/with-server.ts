import {
  type Answer,
  answerChunks,
  chunk,
  type Received,
  startOpenAiServer,
} from '../fakes/openai-server.ts';
import { type Ran, type RunOptions, runConverse } from './run-converse.ts';

/** The options for a model of a server. */
export const at = ({ url }: { readonly url: string }, model = 'test-model', provider = 'openai') =>
  ['--provider', provider, '--base-url', url, '--model', model] as const;

/** Runs the program with a model that a server with Chat Completions has, and the requests that reach it. */
export async function runWithServer(
  answer: Answer,
  args: readonly string[],
  { model, ...options }: RunOptions & { readonly model?: string } = {},
): Promise<{ readonly ran: Ran; readonly received: readonly Received[] }> {
  const server = await startOpenAiServer(answer);
  try {
    return { ran: await runConverse([...at(server, model), ...args], options), received: server.received };
  } finally {
    await server.close();
  }
}

export function saying(content: string, ...more: readonly object[]): Answer {
  return answerChunks([chunk({ content }), chunk({}, 'stop'), ...more]);
}

export function calling(name: string, args: object, ...more: readonly object[]): Answer {
  const called = { name, arguments: JSON.stringify(args) };
  const call = { index: 0, id: 'call-1', type: 'function', function: called };
  return answerChunks([chunk({ tool_calls: [call] }), chunk({}, 'tool_calls'), ...more]);
}
