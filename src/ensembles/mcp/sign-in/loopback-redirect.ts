import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errors } from '../../../converser/errors.ts';
import type { RedirectReceiver, Redirects } from './redirects.ts';

/** The path to which browsers come back. */
const callbackPath = '/callback';

/**
 * Receives the browser on a port of this machine's own that is there for one sign-in only.
 * https://www.rfc-editor.org/rfc/rfc8252#section-7.3
 *
 * A port of one's own choice is for servers at which a client was registered by hand with exactly that address.
 */
export function createLoopbackRedirects(port = 0): Redirects {
  return {
    async open(signal) {
      signal.throwIfAborted();
      const waiting: { state?: string; resolve?: (params: URLSearchParams) => void } = {};
      let sent: Promise<unknown> = Promise.resolve();
      const server = createServer((request, response) => {
        const params = paramsOf(request);
        if (params === undefined) return answer(response, 404, 'There is nothing here.');
        const { state, resolve } = waiting;
        if (resolve === undefined || params.get('state') !== state) {
          return answer(response, 400, 'This is not the answer to a sign-in that is under way.');
        }
        delete waiting.resolve;
        sent = new Promise(resolve => response.once('close', resolve));
        answer(response, 200, 'You may close this page and go back to Converser.');
        resolve(params);
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', resolve);
      });
      const { port: actual } = server.address() as AddressInfo;
      return receiver();

      function receiver(): RedirectReceiver {
        return {
          url: `http://127.0.0.1:${actual}${callbackPath}`,
          receive: (state, untilWhen) =>
            new Promise((resolve, reject) => {
              const stop = () => reject(errors.cancelled());
              if (untilWhen.aborted) return stop();
              untilWhen.addEventListener('abort', stop, { once: true });
              Object.assign(waiting, { state, resolve });
            }),
          async close() {
            const closed = new Promise<unknown>(resolve => server.close(resolve));
            await sent;
            // A browser holds further connections in reserve, and nobody would be signed in before it lets them go.
            server.closeAllConnections();
            await closed;
          },
        };
      }
    },
  };
}

/** Only a browser that was sent here by an address gets an answer: a page that knows the port cannot post. */
function paramsOf({ method, url = '' }: IncomingMessage): URLSearchParams | undefined {
  // Whoever tries out ports may ask for anything.
  if (!URL.canParse(url, 'http://127.0.0.1')) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  return method === 'GET' && pathname === callbackPath ? searchParams : undefined;
}

/** Nothing of what came is repeated, so that nothing can be smuggled into the page. */
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
