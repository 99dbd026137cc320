import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CallWatch } from '../call-watch.ts';
import { askByRequest } from './ask-by-request.ts';
import { canAsk } from './can-ask.ts';
import { type CallResult, createOpenCall } from './open-call.ts';
import type { OpenCalls } from './open-calls.ts';

export interface AnswerCallOptions {
  /** Names the method, the name and the arguments: its kind says what the result is. */
  readonly asked: string;
  readonly watch: CallWatch;
  readonly openCalls: OpenCalls;
  readonly server: Pick<Server, 'getClientCapabilities'>;
}

/** Lets the client be asked in either era of the protocol. */
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
