import { lookup } from 'node:dns/promises';

/** Rejects where a host has no address. */
export type LookUp = (host: string) => Promise<readonly string[]>;

export async function systemLookUp(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
