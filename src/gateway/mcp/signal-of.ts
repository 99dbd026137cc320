import type { ServerContext } from '@modelcontextprotocol/server';

/** When an HTTP client has gone, nothing can read the result. */
export function signalOf({ mcpReq, http }: ServerContext): AbortSignal {
  const gone = http?.req?.signal;
  return gone === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, gone]);
}
