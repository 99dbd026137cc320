import { type ListenAddress, listenAddress, ordinaryAddress } from './listen-address.ts';

export interface Reach {
  readonly at: ListenAddress;
  readonly names: readonly string[];
  readonly origins: readonly string[];
}

export function reachOf(written: {
  readonly address?: string | undefined;
  readonly names: readonly string[];
  readonly origins: readonly string[];
}): Reach {
  const { address = ordinaryAddress, names, origins } = written;
  const at = listenAddress(address);
  if (at === undefined)
    throw new Error(`${JSON.stringify(address)} is not an address or a name. Set one such as 127.0.0.1.`);
  return { at, names, origins };
}

export function isOrigin(written: string): boolean {
  if (written.includes('*')) return false;
  const isWeb = /^https?:/.test(written);
  return isWeb ? URL.parse(written)?.origin === written : /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s@]+$/.test(written);
}

export function reachWarnings({ at, origins }: Reach, port: number): readonly string[] {
  const [name = at.host] = at.names;
  return [
    ...(at.isOpen
      ? [
          `Other machines can reach the gateway, for example at http://${name}:${port}. Keys and requests travel unencrypted: open it only in a network that you trust.`,
        ]
      : []),
    ...(origins.length > 0
      ? [
          `Web pages of ${origins.join(', ')} can use the gateway if they have a key. Allow only pages that you trust.`,
        ]
      : []),
  ];
}
