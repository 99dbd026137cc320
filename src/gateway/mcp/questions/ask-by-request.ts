import { randomUUID } from 'node:crypto';
import type { ClientCapabilities, ServerContext } from '@modelcontextprotocol/server';
import type { AskCaller } from '../../../converser/words/ensemble/invoker.ts';
import { canAsk, longestAnswer, mostQuestions } from './can-ask.ts';

/** In the protocol up to 2025, our request asks on the stream of the call. */
export function askByRequest(
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
