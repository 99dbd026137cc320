import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { errorData } from '../../converser/ground/errors.ts';
import type { Host } from '../../converser/ground/host.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import type { Provider } from '../../converser/words/models/provider.ts';
import type { RequestLog } from '../../converser/words/models/request-log.ts';
import type { AskedProvider } from '../../gateway/doctor/model-checks.ts';
import type { Settings } from '../../house/settings.ts';
import type { ConfiguredProvider } from '../../providers/configured/configured-provider.ts';
import type { ProviderDefinition, ToolUse } from '../../providers/facts/provider-definition.ts';
import { createRehearsalProvider } from '../../providers/rehearsal/rehearsal-model.ts';
import { withToolUse } from '../../providers/wrappers/with-tool-use.ts';
import type { ModelOptionsOfRun } from '../command-line/command-line.ts';
import { connectProvider, openCards } from './connect-provider.ts';

export interface TerminalProviders {
  readonly providers: readonly TerminalProvider[];
  addTo(models: ModelRoster): Disposable;
}

export interface TerminalProvider {
  readonly server: ProviderDefinition;
  /** Never rejects. */
  readonly ask: (signal: AbortSignal) => Promise<AskedProvider>;
}

export async function openProviders(
  { server, tools, settings }: ModelOptionsOfRun & { readonly settings: Settings },
  host: Host & { readonly requests?: RequestLog },
): Promise<TerminalProviders> {
  const own = settings.modelProviders.filter(({ id }) => id !== server?.id);
  const cards = await openCards(host.log);
  const connect = (definition: ProviderDefinition) => connectProvider(definition, { ...host, cards });
  const connected = [...(server ? [withWrittenModels(server, settings)] : []), ...own].map(definition => ({
    server: definition,
    provider: connect(definition),
  }));
  const all: readonly Provider[] = [
    ...(server === undefined ? [withTools(createRehearsalProvider(), tools)] : []),
    ...connected.map(({ provider }) => provider),
  ];
  return {
    addTo(models) {
      const added = all.map(provider => models.add(provider));
      return { dispose: () => added.forEach(each => void each.dispose()) };
    },
    providers: connected.map(({ server, provider }) => ({ server, ask: signal => ask(provider, signal) })),
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

/** What the settings say about models of this name's provider counts for `--provider`, too. */
function withWrittenModels(server: ProviderDefinition, { modelProviders }: Settings): ProviderDefinition {
  const written = modelProviders.find(({ id }) => id === server.id)?.models;
  return written === undefined ? server : { ...server, models: { ...written, ...server.models } };
}
