import { isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { isLoopback } from '../converser/ground/addresses.ts';

/** Where the gateway listens. */
export interface ListenAddress {
  /** As Node takes it: an address, or a name of one. */
  readonly address: string;
  /** As it stands in a URL for programs on this machine: IPv6 in brackets. */
  readonly host: string;
  /** What programs may call it: its own name, and if it listens at all addresses, those of this machine. */
  readonly names: readonly string[];
  /** Other machines may reach it. */
  readonly isOpen: boolean;
}

/** Only this machine reaches it. */
export const ordinaryAddress = '127.0.0.1';

/** @param written an address, IPv6 with or without brackets, or a name; `undefined` if it is neither */
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

/** What listens at all addresses, with the one for programs on this machine. */
const localNames: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['[::]', '[::1]'],
]);

/** A name as it stands in URLs and Host headers, IPv6 in brackets; `undefined` if it could not stand there. */
export function hostName(written: string): string | undefined {
  const lower = written.toLowerCase();
  if (!/^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(lower)) return undefined;
  return URL.parse(`http://${lower}`)?.hostname;
}

/** The addresses and the name of this machine. */
function ownNames(): readonly string[] {
  const addresses = Object.values(networkInterfaces())
    .flatMap(each => each ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
  const name = hostname();
  return [...addresses, name, `${name}.local`].map(hostName).filter(each => each !== undefined);
}
