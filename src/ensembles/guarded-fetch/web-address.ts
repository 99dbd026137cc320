import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { isLoopback } from '../../converser/ground/addresses.ts';

export type ReadAddress =
  | { readonly kind: 'address'; readonly url: URL }
  /** The reason is a sentence that quotes nothing. */
  | { readonly kind: 'refused'; readonly reason: string };

/** In characters. Longer ones carry data and can't be shown whole. */
const longestAddress = 2_000;

/** The host loses a final dot, and the address its `#…`, which no server gets, so that equal places look equal. */
export function readAddress(written: string, base?: URL): ReadAddress {
  if (written.length > longestAddress) return refused(`It is longer than ${longestAddress} characters.`);
  if (/[\s\p{C}]/u.test(written)) {
    return refused('It contains spaces or invisible characters. Write them as %20, for example.');
  }
  const url = URL.parse(written, base);
  if (url === null) return refused('Write a complete address that begins with https://.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refused('It must begin with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    return refused('It must not contain a user name or password.');
  url.hash = '';
  url.hostname = url.hostname.replace(/\.+$/, '');
  if (url.hostname === '' || url.hostname.endsWith('.') || url.port === '0')
    return refused('It names no host.');
  return url.href.length > longestAddress
    ? refused(`It is longer than ${longestAddress} characters.`)
    : { kind: 'address', url };
}

function refused(reason: string): ReadAddress {
  return { kind: 'refused', reason };
}

export function fixedAddress({ hostname, href }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return host;
  return isLoopback(href) ? '127.0.0.1' : undefined;
}

export function shownAddress(url: URL): string {
  const spelled = domainToUnicode(url.hostname);
  return spelled === '' || spelled === url.hostname ? url.href : `${url.href} (${spelled})`;
}
