import type { ProviderDefinition } from '../../../providers/facts/provider-definition.ts';
import type { Taken } from '../../common/ask-in-vscode.ts';
import type { Connected, ConnectPorts, WellKnown } from './connect-ports.ts';
import { keyEntry } from './key-entry.ts';
import { likelyAddresses } from './likely-addresses.ts';
import { type Probed, probeProvider } from './probe-provider.ts';

type AddressPorts = Pick<ConnectPorts, 'ask' | 'providers' | 'keys' | 'tryProvider'>;

/** Going back from the key returns to the address as it was typed; `back` means going back from the address. */
export async function connectByAddress(
  wellKnown: WellKnown | undefined,
  { ask, providers, keys, tryProvider }: AddressPorts,
): Promise<Connected | 'back' | undefined> {
  let address = '';
  for (;;) {
    const place = await ask.enter<Probed>({
      title: wellKnown === undefined ? 'OpenAI-Compatible Server' : wellKnown.label,
      prompt: 'API base URL (its models are listed next)',
      placeholder: wellKnown?.example ?? 'http://127.0.0.1:8080/v1',
      value: address,
      back: true,
      take: (text, signal) => {
        address = text;
        return takeAddress(text, {
          wellKnown,
          providers,
          probe: place => probeProvider(place, { keys, tryProvider }, signal),
        });
      },
    });
    if (place === undefined || place === 'back') return place;
    if (place.models !== undefined) return { ...place, models: place.models };
    const models = await ask.enter(keyEntry(place.definition, { keys, tryProvider, back: true }));
    if (models === undefined) return undefined;
    if (models !== 'back') return { definition: place.definition, entry: place.entry, models };
  }
}

interface AddressOptions {
  readonly wellKnown: WellKnown | undefined;
  readonly providers: ConnectPorts['providers'];
  readonly probe: (place: Omit<Connected, 'models'>) => ReturnType<typeof probeProvider>;
}

/** Takes the first of the likely addresses at which a server answers. */
async function takeAddress(
  text: string,
  { wellKnown, providers, probe }: AddressOptions,
): Promise<Taken<Probed>> {
  const { all, typed } = likelyAddresses(text);
  let problem = 'Enter an address.';
  for (const baseUrl of all) {
    const entry =
      wellKnown === undefined ? { kind: 'openai', label: labelOf(baseUrl), baseUrl } : { baseUrl };
    const id = wellKnown?.id ?? freeId(baseUrl, providers.connected());
    const definition = providers.read(id, entry);
    if ('problem' in definition) return definition;
    const probed = await probe({ definition, entry });
    if (!('problem' in probed)) return { value: probed };
    // The problem to show is that of the address as typed.
    if (baseUrl === typed) problem = probed.problem;
  }
  return { problem };
}

function labelOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}

function freeId(baseUrl: string, providers: readonly ProviderDefinition[]): string {
  const present = providers.find(definition => definition.baseUrl === baseUrl);
  if (present !== undefined) return present.id;
  const stem = labelOf(baseUrl)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 28);
  const taken = new Set(providers.map(({ id }) => id));
  const names = [stem || 'server', ...Array.from({ length: 99 }, (_, at) => `${stem || 'server'}-${at + 2}`)];
  return names.find(name => !taken.has(name)) ?? stem;
}
