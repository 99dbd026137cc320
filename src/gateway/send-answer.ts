import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Flow } from '../converser/ground/async/flow.ts';
import type { Answer, Pings } from './answer.ts';

export function sendAnswer({ body, ...head }: Answer, outgoing: ServerResponse): void {
  try {
    if (typeof body === 'object') sendStream(body, { ...head, outgoing });
    else sendWhole(body, { ...head, outgoing });
  } catch {
    // Half an answer must not look like a whole one.
    outgoing.destroy();
  }
}

function sendWhole(body: string | undefined, { status, headers, outgoing }: Sending): void {
  const content = body === undefined || outgoing.req.method === 'HEAD' ? undefined : Buffer.from(body);
  outgoing.writeHead(status, {
    ...headers,
    ...(content !== undefined && { 'content-length': content.length }),
  });
  outgoing.end(content);
}

interface Sending extends Omit<Answer, 'body'> {
  readonly outgoing: ServerResponse;
}

/** Its head goes out with the first piece, and its end with the last if that is known at once. */
function sendStream(flow: Flow<string | Uint8Array>, { status, headers, pings, outgoing }: Sending): void {
  const leave = () => void flow.leave().catch(() => {});
  if (outgoing.destroyed) {
    leave();
    return;
  }
  const watch = pings && watchSilence(outgoing, pings);
  const soon = setImmediate(() => outgoing.flushHeaders());
  outgoing.once('close', () => {
    clearImmediate(soon);
    watch?.end();
    leave();
  });
  const fail = () => void outgoing.destroy();
  const pull = () => flow.pull({ take, fail });
  function take(pieces: readonly (string | Uint8Array)[], isLast: boolean): void {
    if (outgoing.destroyed) return;
    clearImmediate(soon);
    watch?.heard();
    let hasRoom = true;
    for (const piece of pieces) hasRoom = outgoing.write(piece);
    if (isLast) {
      watch?.end();
      outgoing.end();
      leave();
    } else if (hasRoom) pull();
    else outgoing.once('drain', pull);
  }
  outgoing.writeHead(status, headers);
  const first = flow.begin();
  if (first.length > 0) take(first, false);
  else pull();
}

/** In milliseconds. */
const longestSilence = 15_000;

/** One timer serves many pieces: setting one costs as much as a piece. */
function watchSilence(outgoing: ServerResponse, { text, clock }: Pings) {
  let since = clock.monotonic();
  let stop = clock.after(longestSilence, look);
  function look(): void {
    const left = since + longestSilence - clock.monotonic();
    // A client that leaves data waiting needs no sign of life.
    if (left <= 0 && outgoing.writableLength === 0) outgoing.write(text);
    if (left <= 0) since = clock.monotonic();
    stop = clock.after(left > 0 ? left : longestSilence, look);
  }
  return {
    heard() {
      since = clock.monotonic();
    },
    end: () => stop(),
  };
}

/** In milliseconds. A client may go on sending a body that is not read for so long. */
const patience = 500;

export function dropRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  const limit = setTimeout(() => incoming.socket.destroySoon(), patience);
  incoming.once('close', () => clearTimeout(limit)).resume();
}
