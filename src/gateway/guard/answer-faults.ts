import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Refusal, refusals } from '../refusal.ts';

export function answerFaults(server: Server, answering: ReadonlySet<ServerResponse>): void {
  server.on('clientError', (cause: NodeJS.ErrnoException, socket: Socket) => {
    // Our words would be taken for part of an answer that is under way, or of that to an earlier request.
    const isMidway = [...answering].some(
      ({ req, headersSent }) => req.socket === socket && (req.complete || headersSent),
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
