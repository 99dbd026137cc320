import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../../converser/ground/json/json.ts';

/**
 * The messages in a line of a server's output: none in an empty line, several in a batch, which the specification of
 * March 2025 allows. An error stands for what is not a message.
 */
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

/**
 * Checks just enough to tell a message from a greeting. The library validates each message against its schema;
 * validating here as well would double the cost of a call.
 */
function readMessage(value: unknown): JSONRPCMessage | Error {
  const message = isJsonObject(value) ? value : {};
  const { jsonrpc, method } = message;
  const isAnswer = 'result' in message || 'error' in message;
  if (isAnswer && typeof method !== 'string') {
    const isPlain = jsonrpc === '2.0' && !('result' in message && 'error' in message);
    return (isPlain ? message : repaired(message)) as unknown as JSONRPCMessage;
  }
  if (jsonrpc === '2.0' && typeof method === 'string') return message as unknown as JSONRPCMessage;
  return new Error("The server wrote a line that isn't a JSON-RPC message.");
}

/**
 * An answer in the form that the library requires: it ignores others, and the request would wait for its time limit.
 * Of a result and an error the error counts, so that no failure is taken for a success.
 */
function repaired({ id, result, error }: JsonObject): JsonObject {
  const outcome = error === undefined || error === null ? { result: result ?? {} } : { error };
  return { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), ...outcome };
}
