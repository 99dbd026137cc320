import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Asked, AskedHeaders } from './asked.ts';
import { Refused, refusals } from './refusal.ts';

/** Resolves to `undefined` for what Node.js takes for a request though its URL or Host header can’t be read. */
export function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Asked | undefined {
  const address = addressOf(incoming);
  if (address === undefined) return undefined;
  return {
    method: incoming.method ?? 'GET',
    address,
    path: pathOf(address),
    headers: headersOf(incoming),
    signal: () => leftBy(outgoing),
    body: limit => bytesOf(incoming, limit),
  };
}

function bytesOf(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const gone = () => reject(new Refused(refusals.gone()));
    const take = (chunk: Uint8Array) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      // Its socket stays: a client that sends too much reads why it is refused.
      incoming.off('data', take).pause();
      reject(new Refused(refusals.tooLarge(limit)));
    };
    if (incoming.destroyed) gone();
    incoming.on('data', take).once('end', () => {
      // Every request closes in the end; to create an error that nothing handles would cost as much as the whole check.
      incoming.off('close', gone);
      resolve(Buffer.concat(chunks));
    });
    // The client took too long, or has left.
    incoming.once('error', gone).once('close', gone);
  });
}

function leftBy(outgoing: ServerResponse): AbortSignal {
  const left = new AbortController();
  const look = () => {
    // The default reason would be an error with a stack trace.
    if (!outgoing.writableFinished) left.abort('over');
  };
  if (outgoing.destroyed) look();
  else outgoing.once('close', look);
  return left.signal;
}

function addressOf({ url = '', headers: { host = '' } }: IncomingMessage): URL | undefined {
  const isWhole = /^https?:\/\//.test(url);
  // A URL would take a backslash for a slash, and a user or a path in the header for none.
  if (/^[^?]*\\/.test(url) || !(isWhole || (url.startsWith('/') && host !== ''))) return undefined;
  const address = URL.parse(isWhole ? url : `http://${host}${url}`);
  const isAsSaid = isWhole || address?.hostname === host.replace(/:\d+$/, '').toLowerCase();
  return isAsSaid && address !== null ? address : undefined;
}

function pathOf({ pathname }: URL): string {
  try {
    return pathname.includes('%') ? decodeURI(pathname.replaceAll('%25', '%2525')) : pathname;
  } catch {
    return pathname;
  }
}

/** What was sent several times is joined, so that no second value goes unseen. */
function headersOf({ rawHeaders }: IncomingMessage): AskedHeaders {
  const headers = new Map<string, string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    const [former, value = ''] = [headers.get(name), rawHeaders[at + 1]];
    headers.set(name, former === undefined ? value : `${former}, ${value}`);
  }
  return headers;
}
