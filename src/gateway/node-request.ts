import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Asked, AskedHeaders } from './asked.ts';

/** Resolves to `undefined` for what Node.js takes for a request though its URL or Host header can’t be read. */
export function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Asked | undefined {
  const url = addressOf(incoming);
  if (url === undefined) return undefined;
  const left = new AbortController();
  outgoing.once('close', () => {
    // The default reason would be an error with a stack trace.
    if (!outgoing.writableFinished) left.abort('over');
  });
  return {
    method: incoming.method ?? 'GET',
    url,
    headers: headersOf(incoming),
    signal: left.signal,
    // Its socket stays: a client that sends too much reads why it is refused.
    body: incoming.iterator({ destroyOnReturn: false }),
  };
}

function addressOf({ url = '', headers: { host = '' } }: IncomingMessage): string | undefined {
  const isWhole = /^https?:\/\//.test(url);
  // A URL would take a backslash for a slash, and a user or a path in the header for none.
  if (/^[^?]*\\/.test(url) || !(isWhole || (url.startsWith('/') && host !== ''))) return undefined;
  const address = URL.parse(isWhole ? url : `http://${host}${url}`);
  const isAsSaid = isWhole || address?.hostname === host.replace(/:\d+$/, '').toLowerCase();
  return isAsSaid ? address?.href : undefined;
}

/** What was sent several times is joined, so that no second value goes unseen. */
function headersOf(incoming: IncomingMessage): AskedHeaders {
  const get = (name: string) => incoming.headersDistinct[name]?.join(', ') ?? null;
  return {
    get,
    has: name => get(name) !== null,
    [Symbol.iterator]: () =>
      Object.entries(incoming.headersDistinct)
        .map(([name, values = []]): [string, string] => [name, values.join(', ')])
        .values(),
  };
}
