import { isLoopback } from '../../converser/ground/addresses.ts';
import type { Answer } from '../answer.ts';
import type { Asked, AskedHeaders } from '../asked.ts';
import { type Refusal, refusals } from '../refusal.ts';

/** A page can make a browser send requests here: under a name that points here (DNS rebinding), or from its origin. */
export function wrongAddress(request: Asked, names: readonly string[]): Refusal | undefined {
  const { headers, address } = request;
  // A request line may name another host than the header does, and programs differ in which counts.
  const hosts = new Set([headers.get('host') ?? '', address.host]);
  const isOurs = [...hosts].every(host => isOwnName(host, names));
  return isOurs ? undefined : refusals.wrongHost();
}

/** A URL would take `user@localhost`, `localhost/x` and `0x7f.1` for this machine. Ports may be forwarded. */
function isOwnName(host: string, names: readonly string[]): boolean {
  const [, name = ''] = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.exec(host) ?? [];
  const lower = name.toLowerCase();
  const address = URL.parse(`http://${lower}`);
  if (address?.hostname !== lower) return false;
  return isLoopback(address) || names.some(each => each.toLowerCase() === lower);
}

/** Vendors' clients send the key as `Authorization: Bearer …` or `x-api-key: …`. */
export function presentedKey(
  headers: AskedHeaders,
): { readonly key: string } | { readonly refusal: Refusal } {
  const authorization = headers.get('authorization')?.trim() ?? '';
  const other = headers.get('x-api-key')?.trim() ?? '';
  const [, bearer = ''] = /^Bearer(?: +(\S+))?$/i.exec(authorization) ?? [];
  if (authorization !== '' && bearer === '' && !/^Bearer$/i.test(authorization))
    return { refusal: refusals.badAuthorization() };
  if (bearer !== '' && other !== '' && bearer !== other) return { refusal: refusals.twoKeys() };
  const key = bearer || other;
  return key === '' ? { refusal: refusals.noKey() } : { key };
}

const readable = [
  'x-request-id',
  'request-id',
  'retry-after',
  'x-should-retry',
  'allow',
  'x-converser-model',
  'x-converser-ignored',
  'x-converser-conversation',
  'mcp-session-id',
  'mcp-protocol-version',
  ...['limit', 'remaining', 'reset'].flatMap(what => [
    `x-ratelimit-${what}-requests`,
    `anthropic-ratelimit-requests-${what}`,
  ]),
].join(', ');

export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  // Pages without an origin of their own, such as those in a sandbox, all call themselves “null”.
  return origin !== 'null' && allowed.includes(origin);
}

/** https://fetch.spec.whatwg.org/#cors-preflight-request */
export function preflightAnswer({ headers }: Asked): Answer {
  const asked = headers.get('access-control-request-headers') ?? '';
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
      // Only the key counts, whatever else the page sends along.
      ...(asked === '' ? {} : { 'access-control-allow-headers': asked }),
      ...(headers.has('access-control-request-private-network')
        ? { 'access-control-allow-private-network': 'true' }
        : {}),
      'access-control-max-age': '600',
      vary: 'Access-Control-Request-Headers',
    },
  };
}

export function allowOrigin({ headers }: Answer, origin: string): void {
  headers['access-control-allow-origin'] = origin;
  headers['access-control-expose-headers'] = readable;
  headers.vary = headers.vary === undefined ? 'Origin' : `${headers.vary}, Origin`;
}
