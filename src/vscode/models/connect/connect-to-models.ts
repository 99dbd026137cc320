import type { JsonObject } from '../../../converser/ground/json/json.ts';
import type { Choice } from '../../common/ask-in-vscode.ts';
import { connectByAddress } from './connect-by-address.ts';
import type { Connected, ConnectPorts, WellKnown } from './connect-ports.ts';
import { keyEntry } from './key-entry.ts';
import { countOf, offerModels } from './offer-models.ts';
import { probeProvider } from './probe-provider.ts';
import { removeProvider } from './remove-provider.ts';

type Wish =
  | { readonly kind: 'found'; readonly id: string; readonly entry: JsonObject }
  | { readonly kind: 'well-known'; readonly id: string }
  | { readonly kind: 'address'; readonly wellKnown?: WellKnown };

/** Resolves with whether a model provider was connected. */
export async function connectToModels(ports: ConnectPorts): Promise<boolean> {
  for (;;) {
    const wish = await askForProvider(ports);
    if (wish === 'remove') {
      if (await removeProvider(ports)) return false;
      continue;
    }
    const connected = wish === undefined ? undefined : await connect(wish, ports);
    if (connected === undefined) return false;
    if (connected === 'back') continue;
    await ports.providers.save(connected.definition.id, connected.entry);
    await offerModels(connected, ports);
    return true;
  }
}

function askForProvider({
  ask,
  providers,
}: Pick<ConnectPorts, 'ask' | 'providers'>): Promise<Wish | 'remove' | undefined> {
  const connected = new Set(providers.connected().map(({ id }) => id));
  const state = (id: string) => (connected.has(id) ? { description: 'connected' } : {});
  return ask.pick<Wish | 'remove'>({
    title: 'Connect to Models',
    placeholder: 'Select a provider. Local servers appear automatically.',
    choices: [
      ...providers.wellKnown.map(
        (known): Choice<Wish> => ({
          label: known.label,
          icon: 'key',
          ...state(known.id),
          group: 'With an API key',
          value:
            known.example === undefined
              ? { kind: 'well-known', id: known.id }
              : { kind: 'address', wellKnown: known },
        }),
      ),
      {
        label: 'Another OpenAI-Compatible Server…',
        icon: 'globe',
        detail: 'llama.cpp, vLLM, LM Studio, Ollama or another, on any machine',
        group: 'By address',
        value: { kind: 'address' },
      },
      ...(connected.size === 0 ? [] : [removal]),
    ],
    later: [
      async signal =>
        (await providers.discover(signal)).map(({ id, entry, label, models }) => ({
          label,
          icon: 'vm',
          ...state(id),
          detail: listed(models),
          group: 'On this machine',
          value: { kind: 'found', id, entry },
        })),
    ],
  });
}

const removal: Choice<'remove'> = {
  label: 'Remove a Model Provider…',
  icon: 'trash',
  group: 'Connected',
  value: 'remove',
};

function listed(models: readonly string[]): string {
  const shown = models.slice(0, 3).join(', ');
  return `${countOf(models)}${shown === '' ? '' : `: ${shown}`}${models.length > 3 ? ', …' : ''}`;
}

type Answer = Connected | 'back' | undefined;

async function connect(wish: Wish, ports: ConnectPorts): Promise<Answer> {
  if (wish.kind === 'address') return connectByAddress(wish.wellKnown, ports);
  const entry = wish.kind === 'found' ? wish.entry : {};
  // A provider that is already connected keeps its settings.
  const { providers, notices } = ports;
  const definition = providers.connected().find(({ id }) => id === wish.id) ?? providers.read(wish.id, entry);
  if ('problem' in definition) return void notices.inform(definition.problem);
  const place = { definition, entry };
  return wish.kind === 'found' ? connectToFound(place, ports) : withKey(place, ports);
}

type Place = Omit<Connected, 'models'>;

/** Listing the models may take a while, even though the server has just answered. */
async function connectToFound(place: Place, ports: ConnectPorts): Promise<Answer> {
  const probed = await ports.ask.wait(`Listing the models of ${place.definition.label}`, signal =>
    probeProvider(place, ports, signal),
  );
  if (probed === undefined) return undefined;
  if ('problem' in probed) return void ports.notices.inform(probed.problem);
  return probed.models === undefined ? withKey(probed, ports) : { ...probed, models: probed.models };
}

/** Asks for the key even if the models can be listed without, because the list may depend on it. */
async function withKey(
  { definition, entry }: Place,
  { ask, keys, tryProvider }: ConnectPorts,
): Promise<Answer> {
  const models = await ask.enter(keyEntry(definition, { keys, tryProvider, back: true }));
  return models === undefined || models === 'back' ? models : { definition, entry, models };
}
