import type { ProviderDefinition } from '../../../providers/facts/provider-definition.ts';
import type { Taken } from '../../window/ask-user.ts';
import type { Connected, ConnectPorts, WellKnown } from './connect-ports.ts';
import { keyEntry } from './key-entry.ts';
import { type Probed, probeProvider } from './probe-provider.ts';

/**
 * Asks for the address, and for a key where the server wants one. Whoever goes back from there finds the address as
 * it was typed; `back` is further back than that.
 */
export async function connectByAddress(
  wellKnown: WellKnown | undefined,
  parts: ConnectPorts,
): Promise<Connected | 'back' | undefined> {
  let address = '';
  for (;;) {
    const place = await parts.ask.enter<Probed>({
      title: wellKnown === undefined ? 'OpenAI-Compatible Server' : wellKnown.label,
      prompt: 'Where is its API? It is asked for its models at once.',
      placeholder: wellKnown?.example ?? 'http://127.0.0.1:8080/v1',
      value: address,
      back: true,
      take: (text, signal) => {
        address = text;
        return takeAddress(text, { wellKnown, parts, signal });
      },
    });
    if (place === undefined || place === 'back') return place;
    if (place.models !== undefined) return { ...place, models: place.models };
    const { keys, tryProvider } = parts;
    const models = await parts.ask.enter(keyEntry(place.definition, { keys, tryProvider, back: true }));
    if (models === undefined) return undefined;
    if (models !== 'back') return { definition: place.definition, entry: place.entry, models };
  }
}

interface AddressOptions {
  readonly wellKnown: WellKnown | undefined;
  readonly parts: ConnectPorts;
  readonly signal: AbortSignal;
}

/** The first of the addresses that the person may have meant at which a server answers. */
async function takeAddress(
  text: string,
  { wellKnown, parts, signal }: AddressOptions,
): Promise<Taken<Probed>> {
  let problem = 'Enter an address.';
  for (const baseUrl of addressesIn(text)) {
    const entry =
      wellKnown === undefined ? { kind: 'openai', label: labelOf(baseUrl), baseUrl } : { baseUrl };
    const id = wellKnown?.id ?? freeId(baseUrl, parts.providers());
    const definition = parts.readProvider(id, entry);
    if ('problem' in definition) return definition;
    const probed = await probeProvider({ definition, entry }, parts, signal);
    if (!('problem' in probed)) return { value: probed };
    // What is wrong with the address as it was typed is what the person wants to know.
    if (baseUrl === withoutSlash(text)) problem = probed.problem;
  }
  return { problem };
}

/** As typed, and with the path that nearly all such servers have where none was typed. */
function addressesIn(text: string): readonly string[] {
  if (text === '') return [];
  const typed = withoutSlash(text);
  return URL.parse(typed)?.pathname === '/' ? [`${typed}/v1`, typed] : [typed];
}

function withoutSlash(text: string): string {
  return text.replace(/\/+$/, '');
}

function labelOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}

/** An id made from the host; the one that this address has already, if it has one. */
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
