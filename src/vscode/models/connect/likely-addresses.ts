import { isLoopback } from '../../../converser/ground/addresses.ts';

/** The base URLs that somebody may mean who typed this, the likeliest first, and the one that is nearest to what was typed. */
export function likelyAddresses(text: string): { readonly all: readonly string[]; readonly typed: string } {
  const bare = text.replace(/\/+$/, '');
  const whole = schemesFor(bare).map(scheme => `${scheme}${bare}`);
  return { all: bare === '' ? [] : whole.flatMap(withPath), typed: whole[0] ?? bare };
}

/** Without a path, the one that nearly all servers use comes first. */
function withPath(address: string): readonly string[] {
  return URL.parse(address)?.pathname === '/' ? [`${address}/v1`, address] : [address];
}

/** What may be missing in front. Over the internet, nothing is sent unencrypted unless you wrote `http://` yourself. */
function schemesFor(typed: string): readonly string[] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return [''];
  return isNear(`http://${typed}`) ? ['http://', 'https://'] : ['https://'];
}

/** Whether it is on this machine or in its network. */
function isNear(url: string): boolean {
  const { hostname = '' } = URL.parse(url) ?? {};
  return isLoopback(url) || isPrivate(hostname) || /\.(local|lan|internal|home\.arpa)$/.test(hostname);
}

/** An address of a private network, or a name without a domain. */
function isPrivate(hostname: string): boolean {
  return /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cde]|[^.[]+$)/.test(hostname);
}
