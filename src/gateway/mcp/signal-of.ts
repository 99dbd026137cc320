import type { ServerContext } from '@modelcontextprotocol/server';

/** Of a request over HTTP whose client has gone, nobody could read the result. */
export function signalOf({ mcpReq, http }: ServerContext): AbortSignal {
  const gone = http?.req?.signal;
  return gone === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, gone]);
}
