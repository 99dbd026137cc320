import { flowOfBody } from '../../converser/ground/async/flow-of-body.ts';
import { bodyOf } from './byte-flow.ts';
import type { Answer, Exchange } from './exchange.ts';

export function exchangeOver(ask: typeof fetch): Exchange {
  return async ({ url, pieces, signal = null, origin: _origin, silence: _silence, ...init }) => {
    const body = pieces.length === 0 ? {} : { body: whole(pieces) };
    return answerOf(await ask(url, { ...init, ...body, signal }));
  };
}

function answerOf({ status, statusText, headers, body }: Response): Answer {
  return {
    status,
    statusText,
    headers: () => headers,
    type: headers.get('content-type') ?? '',
    body: body === null ? undefined : flowOfBody(body),
  };
}

export function responseOf({ status, statusText, headers, body }: Answer): Response {
  return new Response(body === undefined ? null : bodyOf(body), { status, statusText, headers: headers() });
}

/** For the SDKs, and for what asks seldom. It sends text and bytes. */
export function fetchOver(exchange: Exchange): typeof fetch {
  return async (input, init) => {
    const {
      method = 'GET',
      headers,
      body,
      signal,
      redirect,
    } = input instanceof Request ? input : (init ?? {});
    const asked = {
      url: input instanceof Request ? input.url : String(input),
      method,
      headers: Object.fromEntries(new Headers(headers)),
      pieces: piecesOf(body),
      signal: signal ?? undefined,
      ...(redirect && { redirect }),
    };
    return responseOf(await exchange(asked));
  };
}

function piecesOf(body: RequestInit['body']): readonly Uint8Array<ArrayBuffer>[] {
  if (body === undefined || body === null) return [];
  if (typeof body === 'string') return [new TextEncoder().encode(body)];
  if (body instanceof Uint8Array) return [body as Uint8Array<ArrayBuffer>];
  throw new TypeError('This kind of body cannot be sent.');
}

function whole(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
}
