import { isLoopback } from '../../../converser/ground/addresses.ts';

/** The likeliest address comes first; `typed` is the one nearest to what was typed. */
export function likelyAddresses(text: string): { readonly all: readonly string[]; readonly typed: string } {
  const bare = text.replace(/\/+$/, '');
  const whole = schemesFor(bare).map(scheme => `${scheme}${bare}`);
  return { all: bare === '' ? [] : whole.flatMap(withPath), typed: whole[0] ?? bare };
}

/** Without a path, the one that nearly all servers use comes first. */
function withPath(address: string): readonly string[] {
  return URL.parse(address)?.pathname === '/' ? [`${address}/v1`, address] : [address];
}

/** Over the internet, nothing is sent unencrypted unless you wrote `http://` yourself. */
function schemesFor(typed: string): readonly string[] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return [''];
  return isNear(`http://${typed}`) ? ['http://', 'https://'] : ['https://'];
}

function isNear(url: string): boolean {
  const { hostname = '' } = URL.parse(url) ?? {};
  return isLoopback(url) || isPrivate(hostname) || /\.(local|lan|internal|home\.arpa)$/.test(hostname);
}

/** Names without a domain count as private, too. */
function isPrivate(hostname: string): boolean {
  return /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cde]|[^.[]+$)/.test(hostname);
}
