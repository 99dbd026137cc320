import { domainToASCII } from 'node:url';
import type { Covered } from '../../converser/words/ensemble/invoker.ts';

export interface AddressPattern {
  readonly isOfHost: boolean;
  covered(url: URL): Covered;
}

/**
 * Reads a pattern: `docs.example.com` (with the ordinary ports), `localhost:3000`, `*.example.com` (every host below it,
 * but not itself), `*`, or with scheme and path, `https://example.com/guide/**`. In paths, `*` stays between two slashes
 * and `**` covers anything, with the query. Throws if it isn't a pattern.
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
      // Another port must not get around a rule that denies a host.
      if (!hasPort(url)) return port === undefined ? 'some' : 'none';
      return paths?.(`${url.pathname}${url.search}`) ?? 'all';
    },
  };
}

/** Invalid patterns count as absent, and so does `*`: it names nothing. */
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
  // Addresses write other letters as punycode and IP addresses in one way.
  const read = name.startsWith('[')
    ? URL.parse(`http://${name}`)?.hostname
    : domainToASCII(name.replace(/\.$/, ''));
  if (read === undefined || read === '') return undefined;
  return isBelow ? hostname => hostname.endsWith(`.${read}`) : hostname => hostname === read;
}

/** Servers read `%2f`, `\\`, `//` and capitals differently: what is covered only so is partly covered. */
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

/** Every server reads `%61` as `a`, for these letters and signs. https://www.rfc-editor.org/rfc/rfc3986#section-2.3 */
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

/** Reads the path once and never goes back: the paths are not the user's, and none can make it slow. */
function globMatches(glob: string, path: string): boolean {
  const tokens = glob.match(/\*\*|./gsu) ?? [];
  let places = skippingStars(new Set([0]), tokens);
  for (const letter of path) {
    const next = new Set<number>();
    for (const at of places) {
      const token = tokens[at];
      if (token === '**' || (token === '*' && letter !== '/' && letter !== '?')) next.add(at);
      else if (token === letter) next.add(at + 1);
    }
    if (next.size === 0) return false;
    places = skippingStars(next, tokens);
  }
  return places.has(tokens.length);
}

function skippingStars(places: Set<number>, tokens: readonly string[]): Set<number> {
  for (const at of places) if (tokens[at] === '*' || tokens[at] === '**') places.add(at + 1);
  return places;
}
