import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { onceAborted } from '../../converser/ground/async/abort.ts';
import { bodyOf, piecesOf } from './byte-reader.ts';
import { readableReader } from './readable-reader.ts';

/** The global `fetch` is slower, ends after five silent minutes and misses some of VS Code's proxies. */
export const httpFetch: typeof fetch = async (input, init) => {
  const asked = input instanceof Request ? input : (init ?? {});
  const signal = asked.signal ?? undefined;
  signal?.throwIfAborted();
  const { method = 'GET' } = asked;
  const url = new URL(input instanceof Request ? input.url : input);
  const body = sendable(asked.body);
  const explain = (cause: unknown, what: string) =>
    signal?.aborted ? signal.reason : new TypeError(what, { cause });

  for (let attempt = 1; ; attempt++) {
    // There is no agent of our own: with one, VS Code may leave out its proxies.
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { accept: '*/*', ...plain(asked.headers) },
    });
    if (signal !== undefined)
      request.once(
        'close',
        onceAborted(signal, () => request.destroy()),
      );
    try {
      const arriving = answerTo(request);
      body.sendTo(request);
      const answer = await arriving;
      if (!redirects(answer))
        return responseOf(answer, { method, explain: cause => explain(cause, 'terminated') });
      answer.destroy();
      break;
    } catch (cause) {
      request.destroy();
      const mayTryAgain = body.isRepeatable && attempt < mostAttempts && !signal?.aborted;
      if (!mayTryAgain || !wasClosed(request, cause)) throw explain(cause, 'fetch failed');
    }
  }
  return fetch(input, init);
};

const mostAttempts = 4;

/** llama.cpp closes each connection that it says it keeps: https://nodejs.org/api/http.html#requestreusedsocket */
function wasClosed({ reusedSocket }: ClientRequest, cause: unknown): boolean {
  const { code } = Object(cause) as { readonly code?: unknown };
  return reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
}

/** A plain object is taken as it is: `request` checks its names and values anyway. */
function plain(headers: RequestInit['headers']): Readonly<Record<string, string>> {
  const isPlain = headers !== undefined && Object.getPrototypeOf(headers) === Object.prototype;
  return isPlain ? (headers as Record<string, string>) : Object.fromEntries(new Headers(headers));
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // `once` would not do: a later error without a listener would end the process.
    request.on('error', reject);
  });
}

interface Sendable {
  readonly isRepeatable: boolean;
  sendTo(request: ClientRequest): void;
}

function sendable(body: RequestInit['body']): Sendable {
  if (body instanceof ReadableStream) return sendableStream(body);
  if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('This kind of body cannot be sent.');
  return { isRepeatable: true, sendTo: request => void request.end(body ?? undefined) };
}

function sendableStream(body: ReadableStream): Sendable {
  const pieces = piecesOf(body);
  if (pieces === undefined) return { isRepeatable: false, sendTo: request => pipe(body, request) };
  body.getReader();
  return {
    isRepeatable: true,
    sendTo(request) {
      for (const piece of pieces) request.write(piece);
      request.end();
    },
  };
}

function pipe(body: ReadableStream, request: ClientRequest): void {
  const source = Readable.fromWeb(body as NodeStream);
  // By itself, `pipeline` would only tell that the request was given up.
  source.once('error', cause => request.destroy(cause));
  pipeline(source, request, () => {});
}

function redirects({ statusCode = 0, headers }: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined;
}

function responseOf(
  answer: IncomingMessage,
  { method, explain }: { readonly method: string; readonly explain: (cause: unknown) => unknown },
): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = answer;
  const headers = headersOf(answer);
  if (method === 'HEAD' || [204, 205, 304].includes(status)) {
    answer.resume();
    return new Response(null, { status, statusText, headers });
  }
  const reader = readableReader(decompressed(answer), explain);
  return new Response(bodyOf(reader) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    status,
    statusText,
    headers,
  });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** We don't ask for compression, but some proxies compress everything anyway. */
function decompressed(answer: IncomingMessage): Readable {
  const create = decoders[answer.headers['content-encoding']?.trim().toLowerCase() ?? ''];
  if (create === undefined) return answer;
  const decoder = create();
  answer.once('error', cause => decoder.destroy(cause));
  decoder.once('close', () => answer.destroy());
  return answer.pipe(decoder) as typeof decoder;
}
