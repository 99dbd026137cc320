import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { onceAborted } from '../../converser/ground/async/abort.ts';
import type { Answer, Asked, Exchange } from './exchange.ts';
import { exchangeOver } from './fetch-exchange.ts';
import { readableFlow } from './readable-flow.ts';

/** The global `fetch` is slower, ends after five silent minutes and misses some of VS Code's proxies. */
export const httpExchange: Exchange = async asked => {
  const { url, method, headers, pieces, signal } = asked;
  signal?.throwIfAborted();
  const explain = (cause: unknown, what: string) =>
    signal?.aborted ? signal.reason : new TypeError(what, { cause });

  for (let attempt = 1; ; attempt++) {
    const address = addressOf(url);
    // There is no agent of our own: with one, VS Code may leave out its proxies.
    const request = (address.protocol === 'https:' ? https : http).request(address, {
      method,
      headers: { accept: '*/*', ...headers },
    });
    if (signal !== undefined)
      request.once(
        'close',
        onceAborted(signal, () => request.destroy()),
      );
    try {
      const arriving = answerTo(request);
      for (const piece of pieces.slice(0, -1)) request.write(piece);
      request.end(pieces.at(-1));
      const answer = await arriving;
      if (!redirects(answer)) return answerOf(answer, asked, cause => explain(cause, 'terminated'));
      answer.destroy();
      break;
    } catch (cause) {
      request.destroy();
      const mayTryAgain = attempt < mostAttempts && !signal?.aborted;
      if (!mayTryAgain || !wasClosed(request, cause)) throw explain(cause, 'fetch failed');
    }
  }
  return exchangeOver(fetch)(asked);
};

const mostAttempts = 4;

let last: { readonly url: string; readonly address: URL } | undefined;

/** To read an address takes a tenth of a short request, and most go where the last one went. */
function addressOf(url: string): URL {
  if (last?.url !== url) last = { url, address: new URL(url) };
  return last.address;
}

/** llama.cpp closes each connection that it says it keeps: https://nodejs.org/api/http.html#requestreusedsocket */
function wasClosed({ reusedSocket }: ClientRequest, cause: unknown): boolean {
  const { code } = Object(cause) as { readonly code?: unknown };
  return reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // `once` would not do: a later error without a listener would end the process.
    request.on('error', reject);
  });
}

function redirects({ statusCode = 0, headers }: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined;
}

function answerOf(
  answer: IncomingMessage,
  { method }: Pick<Asked, 'method'>,
  explain: (cause: unknown) => unknown,
): Answer {
  const { statusCode: status = 0, statusMessage: statusText = '', headers } = answer;
  const hasBody = method !== 'HEAD' && ![204, 205, 304].includes(status);
  if (!hasBody) answer.resume();
  return {
    status,
    statusText,
    headers: () => headersOf(answer),
    type: headers['content-type'] ?? '',
    body: hasBody ? readableFlow(decompressed(answer), explain) : undefined,
  };
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
