import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../../converser/ground/json/json.ts';

/** An `Error` isn't a message. The specification of March 2025 allows several in a line, as a batch. */
export function readMessages(line: string): readonly (JSONRPCMessage | Error)[] {
  if (line.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(line.startsWith('\ufeff') ? line.slice(1) : line);
    const all: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
    return all.map(readMessage);
  } catch (cause) {
    return [cause instanceof Error ? cause : new Error(String(cause))];
  }
}

/** Old servers refuse an unknown method without its id. Nothing else was asked before the question for the version. */
export function asAnswerTo(question: RequestId, message: JSONRPCMessage): JSONRPCMessage {
  if ('method' in message || message.id === question) return message;
  return { jsonrpc: '2.0', id: question, error: { code: -32_600, message: 'The answer has another id.' } };
}

/** The library validates each message; doing so here as well would double the cost of a call. */
function readMessage(value: unknown): JSONRPCMessage | Error {
  const message = isJsonObject(value) ? value : {};
  const { jsonrpc, method } = message;
  const isAnswer = 'result' in message || 'error' in message;
  if (isAnswer && typeof method !== 'string') {
    const isPlain = jsonrpc === '2.0' && !('result' in message && 'error' in message);
    return (isPlain ? message : repaired(message)) as unknown as JSONRPCMessage;
  }
  if (jsonrpc === '2.0' && typeof method === 'string') return message as unknown as JSONRPCMessage;
  return new Error('The server wrote a line that isn’t a JSON-RPC message.');
}

/** The library ignores other forms. An error wins over a result, so that no failure passes as a success. */
function repaired({ id, result, error }: JsonObject): JsonObject {
  const outcome = error === undefined || error === null ? { result: result ?? {} } : { error };
  return { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), ...outcome };
}
