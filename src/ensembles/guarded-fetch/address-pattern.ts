import { domainToASCII } from 'node:url';
import type { Covered } from '../../converser/words/ensemble/invoker.ts';
import { globMatches } from './glob-matches.ts';

/** A pattern of a rule about addresses, ready to be compared. */
export interface AddressPattern {
  /** Covers every address of the hosts that it names. */
  readonly isOfHost: boolean;
  covered(url: URL): Covered;
}

/**
 * Reads a pattern: `docs.example.com` (with the ordinary ports), `localhost:3000`, `*.example.com` (every host below it,
 * but not itself), `*`, or with a scheme and a path, `https://example.com/guide/**`. In paths, `*` stands for a part
 * between two slashes, `**` for anything, with the query. Throws if it is none.
 */
export function readAddressPattern(pattern: string): AddressPattern {
  const [, scheme, host = '', port, path] =
    /^(?:(https?):\/\/)?(\*|(?:\*\.)?[^\s/:*?#@[\]\\]+|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}|\*))?(\/[^\s#\\]*)?$/.exec(
      pattern,
    ) ?? [];
  const names = host === '' ? undefined : hostTest(host);
  if (names === undefined || (path !== undefined && scheme === undefined)) {
    throw new RangeError(
      `${JSON.stringify(pattern)} must be a host such as docs.example.com or *.example.com, or an address such as https://example.com/guide/**.`,
    );
  }
  const isHost = (url: URL) => names(url.hostname) && (scheme === undefined || url.protocol === `${scheme}:`);
  const hasPort = (url: URL) => port === '*' || host === '*' || url.port === ordinary(port, url.protocol);
  const paths = path === undefined || path === '/**' ? undefined : pathTest(path);
  return {
    isOfHost: paths === undefined,
    covered(url) {
      if (!isHost(url)) return 'none';
      // No rule that denies a host is got around by another port of it.
      if (!hasPort(url)) return port === undefined ? 'some' : 'none';
      return paths?.(`${url.pathname}${url.search}`) ?? 'all';
    },
  };
}

/**
 * Whether one of some patterns names the host of an address. What is no pattern counts as absent, and so does `*`: it names
 * nothing.
 */
export function isNamed(url: URL, hosts: readonly string[]): boolean {
  return hosts.some(host => {
    try {
      return host !== '*' && readAddressPattern(host).covered(url) === 'all';
    } catch {
      return false;
    }
  });
}

function ordinary(port: string | undefined, protocol: string): string {
  return port === undefined || port === (protocol === 'https:' ? '443' : '80') ? '' : port;
}

function hostTest(host: string): ((hostname: string) => boolean) | undefined {
  if (host === '*') return () => true;
  const isBelow = host.startsWith('*.');
  const name = isBelow ? host.slice(2) : host;
  // As in addresses: other letters as punycode, other ways to write an IP address as the usual one.
  const read = name.startsWith('[')
    ? URL.parse(`http://${name}`)?.hostname
    : domainToASCII(name.replace(/\.$/, ''));
  if (read === undefined || read === '') return undefined;
  return isBelow ? hostname => hostname.endsWith(`.${read}`) : hostname => hostname === read;
}

/**
 * Servers read paths in their own ways: some take `%2f` and `\\` for a slash, two slashes for one, or capitals for small
 * letters. A path that would be covered only if read so counts as partly covered, so that no rule which denies or asks is
 * got around, and none that allows is stretched.
 */
function pathTest(pattern: string): (path: string) => Covered {
  const strict = plainPath(pattern);
  const lax = laxPath(strict).toLowerCase();
  return path => {
    const plain = plainPath(path);
    const isCovered = globMatches(strict, plain);
    if (isCovered && !isAmbiguous(plain)) return 'all';
    return isCovered || globMatches(lax, laxPath(plain).toLowerCase()) ? 'some' : 'none';
  };
}

/** `%61` is the same as `a` to every server, for these letters and signs. https://www.rfc-editor.org/rfc/rfc3986#section-2.3 */
function plainPath(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, code => {
    const read = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(read) ? read : code.toUpperCase();
  });
}

function isAmbiguous(path: string): boolean {
  return /%2F|%5C|%25|%00|\/\/|;|\/\.{1,2}(\/|$)/.test(pathOnly(path));
}

function pathOnly(path: string): string {
  return path.replace(/\?.*$/s, '');
}

/** The path as the most generous server reads it. */
function laxPath(path: string): string {
  const [before = '', ...query] = path.split('?');
  const slashed = before
    .replace(/%25/g, '%')
    .replace(/%2F|%5C/gi, '/')
    .replace(/;[^/]*/g, '')
    .replace(/\/{2,}/g, '/');
  const joined = slashed.includes('*') ? slashed : (URL.parse(slashed, 'http://x')?.pathname ?? slashed);
  return [joined, ...query].join('?');
}
