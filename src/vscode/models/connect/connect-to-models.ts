import type { JsonObject } from '../../../converser/json/json.ts';
import type { Choice } from '../../window/ask-user.ts';
import { connectByAddress } from './connect-by-address.ts';
import type { Connected, ConnectPorts, WellKnown } from './connect-ports.ts';
import { keyEntry } from './key-entry.ts';
import { countOf, offerModels } from './offer-models.ts';
import { probeProvider } from './probe-provider.ts';

/** Where the person wants to have models from. */
type Wish =
  | { readonly kind: 'found'; readonly id: string; readonly entry: JsonObject }
  | { readonly kind: 'well-known'; readonly id: string }
  | { readonly kind: 'address'; readonly wellKnown?: WellKnown };

/** Leads to a server of models, its key and its models, with each step tried out before the next. */
export async function connectToModels(parts: ConnectPorts): Promise<void> {
  for (;;) {
    const wish = await askForProvider(parts);
    const connected = wish === undefined ? undefined : await connect(wish, parts);
    if (connected === undefined) return;
    if (connected === 'back') continue;
    await parts.save(connected.definition.id, connected.entry);
    return offerModels(connected, parts);
  }
}

function askForProvider({ ask, discover, wellKnown, providers }: ConnectPorts): Promise<Wish | undefined> {
  const connected = new Set(providers().map(({ id }) => id));
  const state = (id: string) => (connected.has(id) ? { description: 'connected' } : {});
  return ask.pick<Wish>({
    title: 'Connect to Models',
    placeholder: 'Whose models? What runs on this machine appears here by itself.',
    choices: [
      ...wellKnown.map(
        (known): Choice<Wish> => ({
          label: known.label,
          ...state(known.id),
          group: 'With a key',
          value:
            known.example === undefined
              ? { kind: 'well-known', id: known.id }
              : { kind: 'address', wellKnown: known },
        }),
      ),
      {
        label: 'Another OpenAI-Compatible Server…',
        detail: 'llama.cpp, vLLM, LM Studio, Ollama or any other, wherever it runs',
        group: 'By its address',
        value: { kind: 'address' },
      },
    ],
    later: [
      async signal =>
        (await discover(signal)).map(({ id, entry, label, models }) => ({
          label,
          ...state(id),
          detail: listed(models),
          group: 'On this machine',
          value: { kind: 'found', id, entry },
        })),
    ],
  });
}

function listed(models: readonly string[]): string {
  const shown = models.slice(0, 3).join(', ');
  return `${countOf(models)}${shown === '' ? '' : `: ${shown}`}${models.length > 3 ? ', …' : ''}`;
}

type Answer = Connected | 'back' | undefined;

async function connect(wish: Wish, parts: ConnectPorts): Promise<Answer> {
  if (wish.kind === 'address') return connectByAddress(wish.wellKnown, parts);
  const entry = wish.kind === 'found' ? wish.entry : {};
  // One that is connected already keeps what the person has said of it.
  const definition = parts.providers().find(({ id }) => id === wish.id) ?? parts.readProvider(wish.id, entry);
  if ('problem' in definition) return void parts.inform(definition.problem);
  const place = { definition, entry };
  return wish.kind === 'found' ? connectToFound(place, parts) : withKey(place, parts);
}

type Place = Omit<Connected, 'models'>;

/** It answered a moment ago; what it wants to be asked now may still take it a while. */
async function connectToFound(place: Place, parts: ConnectPorts): Promise<Answer> {
  const probed = await parts.ask.wait(`Asking ${place.definition.label} for its models`, signal =>
    probeProvider(place, parts, signal),
  );
  if (probed === undefined) return undefined;
  if ('problem' in probed) return void parts.inform(probed.problem);
  return probed.models === undefined ? withKey(probed, parts) : { ...probed, models: probed.models };
}

/** The key decides what one gets to see, so it is asked for even where the models could be listed without. */
async function withKey(
  { definition, entry }: Place,
  { ask, keys, tryProvider }: ConnectPorts,
): Promise<Answer> {
  const models = await ask.enter(keyEntry(definition, { keys, tryProvider, back: true }));
  return models === undefined || models === 'back' ? models : { definition, entry, models };
}
