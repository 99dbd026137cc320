import { lookup as systemLookup } from 'node:dns';
import http, { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';

export const statusNames: Readonly<Record<number, string | undefined>> = http.STATUS_CODES;

export interface Outgoing {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * The caller must read or destroy the body. Rejects if nothing can be reached, and with the signal's reason.
 * There is no agent, so that VS Code's proxies and certificates hold. A proxy looks the host up itself.
 */
export async function exchange(
  { method, url, headers, body }: Outgoing,
  { addresses, signal }: { readonly addresses: readonly string[]; readonly signal: AbortSignal },
): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const send = url.protocol === 'https:' ? https.request : http.request;
  const request = send(url, {
    method,
    // Other code must not share this connection.
    headers: { ...headers, connection: 'close' } satisfies OutgoingHttpHeaders,
    lookup: pinned(url.hostname, addresses),
  });
  const stop = () => void request.destroy();
  signal.addEventListener('abort', stop, { once: true });
  request.once('close', () => signal.removeEventListener('abort', stop));
  try {
    const arriving = answerTo(request);
    request.end(body);
    return await arriving;
  } catch (cause) {
    request.destroy();
    throw signal.aborted ? signal.reason : cause;
  }
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Not `once`: a later error without a listener would end the process.
    request.on('error', reject);
  });
}

/** A proxy is looked up as usual: you chose it. */
function pinned(hostname: string, addresses: readonly string[]): LookupFunction {
  return (asked, options, done) => {
    if (asked !== hostname) return systemLookup(asked, options, done);
    const found = addresses.map(address => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = found;
    if (first === undefined) {
      const cause = Object.assign(new Error(`${asked} can’t be found.`), { code: 'ENOTFOUND' });
      return done(cause, '', 4);
    }
    if (options.all === true) done(null, found);
    else done(null, first.address, first.family);
  };
}
