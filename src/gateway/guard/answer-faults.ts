import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Refusal, refusals } from '../refusal.ts';

type Answering = readonly [IncomingMessage, ServerResponse];

export function answerFaults(server: Server): void {
  const open = new WeakMap<object, Set<Answering>>();
  const note = (...answering: Answering) => {
    const { socket } = answering[0];
    const all = open.get(socket) ?? new Set();
    open.set(socket, all.add(answering));
    answering[1].once('close', () => all.delete(answering));
  };
  server.on('request', note);
  server.on('checkContinue', note);
  server.on('clientError', (cause: NodeJS.ErrnoException, socket: Socket) => {
    // Our words would be taken for part of an answer that is under way, or of that to an earlier request.
    const isMidway = [...(open.get(socket) ?? [])].some(
      ([{ complete }, { headersSent }]) => complete || headersSent,
    );
    if (!socket.writable || cause.code === 'ECONNRESET' || isMidway) return void socket.destroy();
    socket.write(written(refusalOf(cause)));
    socket.destroySoon();
  });
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusals.tooSlow();
    case 'HPE_HEADER_OVERFLOW':
      return refusals.headersTooLarge();
    default:
      return refusals.notARequest();
  }
}

/** The client's kind is unknown, so the body fits both OpenAI's and Anthropic's shape. */
function written({ status, code, message }: Refusal): string {
  const error = { type: 'invalid_request_error', message, param: null, code };
  const body = JSON.stringify({ type: 'error', error });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `x-request-id: ${randomUUID()}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
