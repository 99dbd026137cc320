import { isIP } from 'node:net';
import type { FetchLike } from '@modelcontextprotocol/client';
import { isLoopback } from '../../../../converser/ground/addresses.ts';
import { aborted, orAborted } from '../../../../converser/ground/async/abort.ts';
import { errors } from '../../../../converser/ground/errors.ts';
import { serverErrors } from '../../../../converser/words/ensemble/server-errors.ts';
import { type LookUp, systemLookUp } from '../../../guarded-fetch/look-up.ts';
import { isPublicAddress } from '../../../guarded-fetch/public-address.ts';

export interface NamingServer {
  readonly name: string;
  readonly url: string;
  readonly hosts?: readonly string[];
}

export interface SignInNetwork {
  readonly fetch?: FetchLike;
  readonly lookUp?: LookUp;
}

/**
 * Invariant: https only, and neither this machine nor your network unless you named the host, or a server
 * could act there. A name may lead elsewhere after its look-up, but then needs a certificate of that name.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/security_best_practices (SSRF)
 */
export function atAllowedPlaces(
  server: NamingServer,
  { fetch: send = fetch, lookUp = systemLookUp }: SignInNetwork = {},
): FetchLike {
  return async (address, init) => {
    const place = new URL(address);
    checkScheme(place, server);
    const checked = checkAddresses(place, { server, lookUp });
    const done = init?.signal ? await orAborted(checked, init.signal) : await checked;
    if (done === aborted) throw errors.cancelled();
    return send(address, { ...init, redirect: 'manual' });
  };
}

/** A place keeps secrets with https, or on this machine if the server runs there as well. */
export function checkScheme(place: URL, { name, url }: NamingServer): void {
  if (
    place.protocol === 'https:' ||
    (place.protocol === 'http:' && isLoopback(place.href) && isLoopback(url))
  )
    return;
  throw serverErrors.signInFailed(
    name,
    `it would take place at ${placeText(place)}, without https. Ask the operator of the MCP server for an https address, or set an API key in its headers.`,
  );
}

async function checkAddresses(
  place: URL,
  { server, lookUp }: { readonly server: NamingServer; readonly lookUp: LookUp },
): Promise<void> {
  const { hostname } = place;
  const { name, url, hosts = [] } = server;
  if (hostname === new URL(url).hostname || hosts.includes(hostname)) return;
  if (isLoopback(place.href) && isLoopback(url)) return;
  const addresses = await addressesOf(place, lookUp);
  const inside = addresses.find(address => !isPublicAddress(address));
  if (inside === undefined) return;
  const what = hostname.includes(inside) ? 'an address' : `${inside}, an address`;
  throw serverErrors.signInFailed(
    name,
    `the server names ${placeText(place)} for it. That is ${what} of this machine or of your network, not of the internet. If you trust it, add ${JSON.stringify(hostname)} to oauth_hosts in the server’s descriptor.`,
  );
}

async function addressesOf(place: URL, lookUp: LookUp): Promise<readonly string[]> {
  if (isLoopback(place.href)) return ['127.0.0.1'];
  const host = place.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return [host];
  // A name that can't be looked up is left to the request: behind a proxy, only the proxy may know it.
  return await lookUp(host).catch(() => []);
}

const longestPlace = 200;

/** A URL is written in plain letters, whatever the server named. */
function placeText({ origin, href }: URL): string {
  return (origin === 'null' ? href : origin).slice(0, longestPlace);
}
