import { isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { isLoopback } from '../converser/ground/addresses.ts';

export interface ListenAddress {
  readonly address: string;
  /** Stands in URLs for programs on this machine, IPv6 in brackets. */
  readonly host: string;
  readonly names: readonly string[];
  readonly isOpen: boolean;
}

export const ordinaryAddress = '127.0.0.1';

/** Returns `undefined` for what is neither an address, IPv6 with or without brackets, nor a name. */
export function listenAddress(written: string): ListenAddress | undefined {
  const bare = /^\[(.*)\]$/.exec(written)?.[1] ?? written;
  const name = hostName(isIPv6(bare) ? `[${bare}]` : bare);
  if (name === undefined) return undefined;
  const address = name.replace(/^\[(.*)\]$/, '$1');
  const isOpen = !isLoopback(`http://${name}`);
  const local = localNames.get(name);
  if (local === undefined) return { address, host: name, names: [name], isOpen };
  return { address, host: local, names: ownNames(), isOpen };
}

/** These listen at all addresses; programs on this machine use the second one. */
const localNames: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['[::]', '[::1]'],
]);

export function hostName(written: string): string | undefined {
  const lower = written.toLowerCase();
  if (!/^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(lower)) return undefined;
  return URL.parse(`http://${lower}`)?.hostname;
}

function ownNames(): readonly string[] {
  const addresses = Object.values(networkInterfaces())
    .flatMap(each => each ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
  const name = hostname();
  return [...addresses, name, `${name}.local`].map(hostName).filter(each => each !== undefined);
}
