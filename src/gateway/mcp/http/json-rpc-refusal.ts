import type { JsonValue } from '../../../converser/ground/json/json.ts';

export interface JsonRpcRefusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly id?: JsonValue;
}

export const refusals = {
  noBody: { status: 400, code: -32700, message: 'The body is missing. It must be a message of JSON-RPC.' },
  noSession: {
    status: 400,
    code: -32000,
    message:
      'The mcp-session-id header is missing. Send “initialize” first, and then its session id with every request.',
  },
  unknownSession: {
    status: 404,
    code: -32001,
    message: 'Session not found. Send “initialize” again, without the mcp-session-id header.',
  },
  tooManySessions: {
    status: 429,
    code: -32000,
    message: 'Too many sessions are open. End one of them with DELETE, and try again.',
  },
} as const satisfies Readonly<Record<string, JsonRpcRefusal>>;

export function refuse({ status, code, message, id = null }: JsonRpcRefusal): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status });
}
