import { randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { AskCaller } from '../../../converser/words/ensemble/invoker.ts';
import type { CallWatch } from '../call-watch.ts';
import { canAsk, longestAnswer, mostQuestions } from './can-ask.ts';
import { type CallResult, createOpenCall } from './open-call.ts';
import type { OpenCalls } from './open-calls.ts';

export interface AnswerCallOptions {
  /** Names the method, the name and the arguments: its kind says what the result is. */
  readonly asked: string;
  readonly watch: CallWatch;
  readonly openCalls: OpenCalls;
  readonly server: Pick<Server, 'getClientCapabilities'>;
}

export async function answerCall<T extends CallResult>(
  run: (watch: CallWatch) => Promise<T>,
  context: ServerContext,
  { asked, watch, openCalls, server }: AnswerCallOptions,
): Promise<T | InputRequiredResult> {
  const { envelope, inputResponses = {}, requestState } = context.mcpReq;
  if (envelope === undefined) {
    const askCaller = askByRequest(context, server.getClientCapabilities() ?? {});
    return run({ ...watch, askCaller });
  }
  const state = requestState<string>();
  if (state !== undefined) {
    const call = openCalls.take<T>(state, asked);
    call.answer(inputResponses);
    return openCalls.continue(call, { asked, watch });
  }
  // The library has checked it.
  const { [CLIENT_CAPABILITIES_META_KEY]: declared = {} } = envelope as Readonly<
    Record<string, ClientCapabilities>
  >;
  const call = createOpenCall(run, question => canAsk(declared, question));
  return openCalls.continue(call, { asked, watch });
}

/** In the protocol up to 2025, our request asks on the stream of the call. */
function askByRequest(
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
  capabilities: Pick<ClientCapabilities, 'elicitation'>,
): AskCaller {
  let open = 0;
  return async (question, signal) => {
    if (!canAsk(capabilities, question)) return undefined;
    if (open >= mostQuestions) return { action: 'cancel' };
    open++;
    try {
      const params = asOurs(question);
      return await mcpReq.send({ method: 'elicitation/create', params }, { signal, timeout: longestAnswer });
    } catch {
      // The question was stopped or took too long, or the client has gone.
      return { action: 'cancel' };
    } finally {
      open--;
    }
  };
}

/** Leaves out what was agreed with the MCP server behind: its metadata, and its name for the question. */
function asOurs(question: Parameters<AskCaller>[0]) {
  const { message } = question;
  return question.mode === 'url'
    ? { mode: 'url', message, url: question.url, elicitationId: randomUUID() }
    : { mode: 'form', message, requestedSchema: question.requestedSchema };
}
