import { isLoopback } from '../../converser/ground/addresses.ts';
import { type Refusal, refusals } from '../refusal.ts';

/** A page can make a browser send requests here: under a name that points here (DNS rebinding), or from its origin. */
export function wrongAddress(request: Request, names: readonly string[]): Refusal | undefined {
  const { headers, url } = request;
  // A request line may name another host than the header does, and programs differ in which counts.
  const { host: target } = new URL(url);
  const isOurs = [headers.get('host') ?? '', target].every(host => isOwnName(host, names));
  return isOurs ? undefined : refusals.wrongHost();
}

/**
 * Accepts only names as programs send them: a URL would also take `user@localhost`, `localhost/x` and `0x7f.1` for this
 * machine. The port may differ, because ports are forwarded.
 */
function isOwnName(host: string, names: readonly string[]): boolean {
  const [, name = ''] = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.exec(host) ?? [];
  const lower = name.toLowerCase();
  if (URL.parse(`http://${lower}`)?.hostname !== lower) return false;
  return isLoopback(`http://${lower}`) || names.some(each => each.toLowerCase() === lower);
}

/** Vendors' clients send the key as `Authorization: Bearer …` or `x-api-key: …`. */
export function presentedKey(headers: Headers): { readonly key: string } | { readonly refusal: Refusal } {
  const authorization = headers.get('authorization')?.trim() ?? '';
  const other = headers.get('x-api-key')?.trim() ?? '';
  const [, bearer = ''] = /^Bearer(?: +(\S+))?$/i.exec(authorization) ?? [];
  if (authorization !== '' && bearer === '' && !/^Bearer$/i.test(authorization))
    return { refusal: refusals.badAuthorization() };
  if (bearer !== '' && other !== '' && bearer !== other) return { refusal: refusals.twoKeys() };
  const key = bearer || other;
  return key === '' ? { refusal: refusals.noKey() } : { key };
}
