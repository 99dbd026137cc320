import type { IncomingMessage, ServerResponse } from 'node:http';

/** Never rejects. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  try {
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    await (isStream ? sendStream(response, outgoing) : sendWhole(response, outgoing));
  } catch {
    // Half an answer must not look like a whole one.
    outgoing.destroy();
  }
}

async function sendWhole(response: Response, outgoing: ServerResponse): Promise<void> {
  const isEmpty = response.body === null || outgoing.req.method === 'HEAD';
  const content = isEmpty ? undefined : Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...(content !== undefined && { 'content-length': content.length }),
  });
  outgoing.end(content);
}

/** Its head goes out with the first piece, and its end with the last if that is known at once. */
async function sendStream({ status, headers, body }: Response, outgoing: ServerResponse): Promise<void> {
  const reader = body?.getReader();
  const leave = () => void reader?.cancel().catch(() => {});
  if (outgoing.destroyed) return leave();
  outgoing.once('close', leave);
  outgoing.writeHead(status, Object.fromEntries(headers));
  const soon = setImmediate(() => outgoing.flushHeaders());
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    clearImmediate(soon);
    if (!outgoing.write(piece.value)) await drained(outgoing);
  }
  clearImmediate(soon);
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.on('drain', done).on('close', done);
  });
}

/** In milliseconds, in which a client may send the rest of what nobody reads. */
const patience = 500;

export function dropRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  const limit = setTimeout(() => incoming.socket.destroySoon(), patience);
  incoming.once('close', () => clearTimeout(limit)).resume();
}
