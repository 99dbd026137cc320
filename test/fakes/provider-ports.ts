import type { Host } from '../../src/converser/ground/host.ts';
import { createKnownSecrets } from '../../src/converser/ground/secrets/known-secrets.ts';
import type { ProviderPorts } from '../../src/providers/configured/configured-provider.ts';
import { createMemoryLists } from './memory-lists.ts';

/** What a described provider needs, with no key and nothing on record. */
export function providerPorts(
  { clock, log, secrets = createKnownSecrets() }: Pick<Host, 'clock' | 'log'> & Partial<Host>,
  {
    random = () => 0,
    ...records
  }: Partial<ProviderPorts['records'] & Pick<ProviderPorts['host'], 'random'>> = {},
): ProviderPorts {
  return {
    key: async () => undefined,
    records: { lists: createMemoryLists(), cards: () => undefined, ...records },
    host: { clock, log, secrets, random },
  };
}
