import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';

export function versionQuestionIn(message: JSONRPCMessage): RequestId | undefined {
  return 'method' in message && 'id' in message && message.method === 'server/discover'
    ? message.id
    : undefined;
}

/** Old servers answer an unknown method without its id. Nothing else was asked by then, so that refuses the question. */
export function answerTo(question: RequestId, message: JSONRPCMessage): JSONRPCMessage {
  if ('method' in message || message.id === question) return message;
  return { jsonrpc: '2.0', id: question, error: { code: -32_600, message: 'The answer has another id.' } };
}
