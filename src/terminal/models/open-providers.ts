import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { errorData } from '../../converser/ground/errors.ts';
import type { Host } from '../../converser/ground/host.ts';
import type { FallbackChains } from '../../converser/words/models/fallback/fallback-chains.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import type { Provider } from '../../converser/words/models/provider.ts';
import type { RequestLog } from '../../converser/words/models/request-log.ts';
import type { AskedProvider } from '../../gateway/doctor/model-checks.ts';
import type { Settings } from '../../house/settings.ts';
import type { ConfiguredProvider } from '../../providers/configured/configured-provider.ts';
import { readModelsFile } from '../../providers/configured/models-file.ts';
import type { FactsFor } from '../../providers/facts/facts.ts';
import type { ProviderDefinition, ToolUse } from '../../providers/facts/provider-definition.ts';
import { createRehearsalProvider } from '../../providers/rehearsal/rehearsal-model.ts';
import { withToolUse } from '../../providers/wrappers/with-tool-use.ts';
import type { ModelOptionsOfRun } from '../command-line/command-line.ts';
import { connectProvider, openCards } from './connect-provider.ts';
import { type Meanings, resolveNamed } from './resolve-named.ts';

export interface TerminalProviders {
  readonly providers: readonly TerminalProvider[];
  addTo(models: ModelRoster): Disposable;
  /** Resolves to `provider/id`s. Asks the model provider only where a name has two meanings. */
  chainsOf(written: FallbackChains, known: Pick<Meanings, 'models' | 'signal'>): Promise<FallbackChains>;
}

export interface TerminalProvider {
  readonly server: ProviderDefinition;
  readonly isMain: boolean;
  /** Never rejects. */
  readonly ask: (signal: AbortSignal) => Promise<AskedProvider>;
}

/** `modelsText` is your own file of models. */
export async function openProviders(
  { server, otherServers = [], tools, settings }: ModelOptionsOfRun & { readonly settings: Settings },
  modelsText: string | undefined,
  host: Host & { readonly requests?: RequestLog },
): Promise<TerminalProviders> {
  const named = [...(server ? [server] : []), ...otherServers.map(each => each.server)];
  const own = settings.modelProviders.filter(({ id }) => named.every(each => each.id !== id));
  const meanings = { main: server?.id, others: otherServers.map(each => each.server.id) };
  const cards = await openCards(host.log);
  const facts = await readFacts(modelsText, host);
  const connect = (definition: ProviderDefinition) => connectProvider(definition, { ...host, cards, facts });
  const asked = (definition: ProviderDefinition, provider: ConfiguredProvider, isMain = true) => ({
    server: definition,
    isMain,
    ask: (signal: AbortSignal) => ask(provider, signal),
  });
  const mains = [...(server ? [server] : []), ...own].map(definition => ({
    definition,
    provider: connect(definition),
  }));
  const main = server && mains[0]?.provider;
  const others = otherServers.map(other => ({ ...other, provider: connect(other.server) }));
  const all: readonly Provider[] = [
    ...(server === undefined ? [withTools(createRehearsalProvider(), tools)] : []),
    ...mains.map(({ provider }) => provider),
    ...others.map(({ provider, ids }) => onlyModels(provider, ids, main)),
  ];
  return {
    addTo(models) {
      const added = all.map(provider => models.add(provider));
      return { dispose: () => added.forEach(each => void each.dispose()) };
    },
    async chainsOf(written, known) {
      const resolve = (name: string) => resolveNamed(name, { ...meanings, ...known });
      const chains = Object.entries(written).map(
        async ([pattern, names]) => [pattern, await Promise.all(names.map(resolve))] as const,
      );
      return Object.fromEntries(await Promise.all(chains));
    },
    providers: [
      ...mains.map(({ definition, provider }) => asked(definition, provider)),
      ...others.map(other => asked(other.server, other.provider, false)),
    ],
  };
}

/** Other programs see none of its other models, and none that is the main provider's: see `resolveNamed`. */
function onlyModels(
  provider: ConfiguredProvider,
  ids: readonly string[],
  main: ConfiguredProvider | undefined,
): Provider {
  return {
    ...provider,
    async models(signal) {
      const lists = await Promise.all(
        [provider, main].map(async each => each?.models(signal).catch(() => [])),
      );
      const [listed = [], own = []] = lists;
      return ids
        .filter(id => !own.some(model => model.id === `${provider.id}/${id}`))
        .map(id => listed.find(model => model.id === id) ?? provider.named(id));
    },
  };
}

async function ask(
  { label, refresh }: Pick<ConfiguredProvider, 'label' | 'refresh'>,
  signal: AbortSignal,
): Promise<AskedProvider> {
  const outcome = await refresh(signal).then(({ length: models }) => ({ models }), errorData);
  return { label, outcome };
}

function withTools(provider: Provider, tools: ToolUse | undefined): Provider {
  return {
    ...provider,
    models: async signal =>
      Promise.all((await provider.models(signal)).map(model => withToolUse(model, tools))),
  };
}

async function readFacts(models: string | undefined, { log }: Host): Promise<readonly FactsFor[]> {
  if (models === undefined) return [];
  const { facts, problems } = await readModelsFile(models);
  for (const { line, message } of problems) log.warn(`--models-file, line ${line}: ${message}`);
  return facts;
}
