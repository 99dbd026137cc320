import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { errors } from '../../../converser/ground/errors.ts';
import type { Redirects } from './redirects.ts';

const callbackPath = '/callback';

/** https://www.rfc-editor.org/rfc/rfc8252#section-7.3 */
export function createLoopbackRedirects(): Redirects {
  return {
    async open(signal) {
      signal.throwIfAborted();
      const server = new CallbackServer();
      return {
        url: await server.listen(),
        receive: (state, untilWhen) => server.receive(state, untilWhen),
        close: () => server.close(),
      };
    },
  };
}

class CallbackServer {
  readonly #server: Server;
  #expected: { readonly state: string; readonly resolve: (params: URLSearchParams) => void } | undefined;
  #sent: Promise<unknown> = Promise.resolve();

  constructor() {
    this.#server = createServer((request, response) => this.#onRequest(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const address = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${address.port}${callbackPath}`;
  }

  async receive(state: string, signal: AbortSignal): Promise<URLSearchParams> {
    const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
    this.#expected = { state, resolve };
    const params = await orAborted(promise, signal);
    if (params === aborted) throw errors.cancelled();
    return params;
  }

  async close(): Promise<void> {
    const closed = new Promise<unknown>(resolve => this.#server.close(resolve));
    await this.#sent;
    // Browsers keep spare connections open, and the server would wait for them.
    this.#server.closeAllConnections();
    await closed;
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    const params = paramsOf(request);
    if (params === undefined) {
      answer(response, 404, 'Page not found.');
      return;
    }
    const expected = this.#expected;
    if (expected === undefined || params.get('state') !== expected.state) {
      answer(response, 400, 'No sign-in is waiting for this answer.');
      return;
    }
    this.#expected = undefined;
    this.#sent = new Promise(resolve => response.once('close', resolve));
    answer(response, 200, 'You can close this page and return to Converser.');
    expected.resolve(params);
  }
}

/** Only a browser that follows a link gets an answer: a page that knows the port can't post. */
function paramsOf({ method, url = '' }: IncomingMessage): URLSearchParams | undefined {
  if (!URL.canParse(url, 'http://127.0.0.1')) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  return method === 'GET' && pathname === callbackPath ? searchParams : undefined;
}

/** It repeats nothing of the request, so that nothing can be smuggled into the page. */
function answer(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(`<!doctype html><meta charset="utf-8"><title>Converser</title><p>${words}</p>`);
}
