import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { type LookUp, systemLookUp } from './look-up.ts';
import { reachOf } from './public-address.ts';
import { fixedAddress } from './web-address.ts';

export interface CheckHostOptions {
  /** The user has allowed this host although it is on this computer or in a network of theirs. */
  readonly mayBeOwn: boolean;
  readonly lookUp?: LookUp | undefined;
  readonly signal: AbortSignal;
}

export type CheckedHost =
  /** Connect only to these: a second lookup may lead elsewhere. Empty means that only a proxy may know the host. */
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  | { readonly kind: 'own'; readonly address: string }
  | { readonly kind: 'never'; readonly address: string }
  | { readonly kind: 'cancelled' };

/** All of a host's addresses count. One that can't be looked up is allowed: behind a proxy, only the proxy may know it. */
export async function checkHost(
  url: URL,
  { mayBeOwn, lookUp = systemLookUp, signal }: CheckHostOptions,
): Promise<CheckedHost> {
  const fixed = fixedAddress(url);
  const found =
    fixed === undefined
      ? await orAborted(
          lookUp(url.hostname).catch(() => []),
          signal,
        )
      : [fixed];
  if (found === aborted || signal.aborted) return { kind: 'cancelled' };
  const never = found.find(address => reachOf(address) === 'never');
  if (never !== undefined) return { kind: 'never', address: never };
  const own = mayBeOwn ? undefined : found.find(address => reachOf(address) === 'own');
  return own === undefined ? { kind: 'addresses', addresses: found } : { kind: 'own', address: own };
}
