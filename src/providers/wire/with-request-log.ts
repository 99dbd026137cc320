import { reasonOf } from '../../converser/ground/errors.ts';
import type { ModelRequest } from '../../converser/words/models/provider.ts';
import type { Message, RequestOrigin } from '../../converser/words/models/request-log.ts';
import { bodyOf, piecesOf, readerOf } from './byte-reader.ts';
import type { Connection } from './connection.ts';
import { httpFetch } from './http-fetch.ts';

export type RequestInitOf = RequestInit & {
  readonly origin?: RequestOrigin | undefined;
  readonly silence?: ModelRequest['silence'];
};

/** Whatever wraps the connection passes both on to `withRequestLog` and `withTimeLimits`. */
export function fetchFor({ origin, silence }: ModelRequest, send: typeof fetch): typeof fetch {
  return (input, init) => {
    const logged: RequestInitOf = { ...init, origin, silence };
    return send(input, logged);
  };
}

/** It is the innermost wrapper, so that it sees what comes back before that is cut or mended. */
export function withRequestLog(connection: Connection): Connection {
  const { requests, fetch: send = httpFetch } = connection;
  if (requests === undefined) return connection;
  return {
    ...connection,
    async fetch(input, init: RequestInitOf = {}) {
      const { method = 'GET', headers, body, origin } = init;
      const first = `${method} ${input instanceof Request ? input.url : input}`;
      const reply: Message = { first: '', headers: [], pieces: [] };
      const request = { first, headers: [...new Headers(headers)], pieces: bytesOf(body) };
      const end = requests({ origin, request, reply });
      const fail = (cause: unknown) => {
        reply.first = `${reply.first || 'No reply'} (${reasonOf(cause)})`;
        end();
        throw cause;
      };
      const response = await send(input, init).catch(fail);
      reply.first = `${response.status} ${response.statusText}`;
      reply.headers = [...response.headers];
      if (response.body === null) {
        end();
        return response;
      }
      const reader = readerOf(response.body);
      const heard = (piece: ReadableStreamReadResult<Uint8Array>) => {
        if (piece.done) end();
        else reply.pieces.push(new Uint8Array(piece.value));
        return piece;
      };
      const read = () => reader.read().then(heard, fail);
      const logged = bodyOf({ read, cancel: reason => reader.cancel(reason).finally(end) });
      return new Response(logged as ReadableStream<Uint8Array<ArrayBuffer>>, response);
    },
  };
}

function bytesOf(body: RequestInit['body']): Uint8Array[] {
  if (typeof body === 'string') return [new TextEncoder().encode(body)];
  if (body instanceof ReadableStream) return [...(piecesOf(body) ?? [])];
  return body instanceof Uint8Array ? [body] : [];
}
