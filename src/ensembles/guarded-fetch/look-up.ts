import { lookup } from 'node:dns/promises';

/** The IP addresses of a host. Rejects where it has none. */
export type LookUp = (host: string) => Promise<readonly string[]>;

export async function systemLookUp(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
