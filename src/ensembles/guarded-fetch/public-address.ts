import { BlockList, isIP, isIPv6 } from 'node:net';

/** A public address belongs to no private, local or reserved network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  return !special.check(withoutZone(address), isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** A link-local address names its network card: `fe80::1%eth0`. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}

/**
 * See https://www.iana.org/assignments/iana-ipv4-special-registry; multicast and the reserved rest are added.
 * 198.18.0.0/15 is left out: some proxies stand for public hosts with it.
 */
const specialIPv4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** See https://www.iana.org/assignments/iana-ipv6-special-registry; site-local addresses and multicast are added. */
const specialIPv6: readonly (readonly [network: string, prefix: number])[] = [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['100:0:0:1::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** Networks that have only IPv6 reach IPv4 addresses under this prefix. https://www.rfc-editor.org/rfc/rfc6052 */
const translated = { prefix: '64:ff9b::', bits: 96 };

/** Node finds IPv4 addresses in their mapped form (`::ffff:10.0.0.1`) too. */
const special = new BlockList();
for (const [network, prefix] of specialIPv4) {
  special.addSubnet(network, prefix, 'ipv4');
  special.addSubnet(`${translated.prefix}${network}`, translated.bits + prefix, 'ipv6');
}
for (const [network, prefix] of specialIPv6) special.addSubnet(network, prefix, 'ipv6');

/** These networks hold your own computers, and this one. */
const ownIPv4: readonly (readonly [network: string, prefix: number])[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
];

const ownIPv6: readonly (readonly [network: string, prefix: number])[] = [
  ['::1', 128],
  ['fc00::', 7],
];

/** Clouds hand out keys here, outside of the link-local networks; 168.63.129.16 looks public. */
const cloudMetadata: ReadonlySet<string> = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254']);

const [own4, own6] = [new BlockList(), new BlockList()];
for (const [network, prefix] of ownIPv4) own4.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of ownIPv6) own6.addSubnet(network, prefix, 'ipv6');

/** `own` is this computer or a private network, which you may want to ask; `never` may hold the keys of a cloud. */
export type Reach = 'public' | 'own' | 'never';

export function reachOf(address: string): Reach {
  const plain = withoutZone(address).toLowerCase();
  if (cloudMetadata.has(plain)) return 'never';
  if (isPublicAddress(plain)) return 'public';
  // Each family has its own list: people don't write IPv4 addresses as IPv6.
  return (isIPv6(plain) ? own6.check(plain, 'ipv6') : isIP(plain) === 4 && own4.check(plain, 'ipv4'))
    ? 'own'
    : 'never';
}
