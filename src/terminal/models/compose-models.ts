import { errorData } from '../../converser/errors.ts';
import type { Host } from '../../converser/host.ts';
import { createModelRoster, type ModelRoster } from '../../converser/models/model-roster.ts';
import type { Provider } from '../../converser/models/provider.ts';
import { withOptions } from '../../converser/models/with-model-options.ts';
import { createPdfText } from '../../ensembles/pdf/lazy-pdf-text.ts';
import type { AskedProvider } from '../../gateway/doctor/model-checks.ts';
import type { ConfiguredProvider } from '../../providers/configured/configured-provider.ts';
import { readModelsFile } from '../../providers/configured/models-file.ts';
import type { FactsFor } from '../../providers/facts/facts.ts';
import type { ProviderDefinition, ToolUse } from '../../providers/facts/provider-definition.ts';
import { createRehearsalProvider } from '../../providers/rehearsal/rehearsal-provider.ts';
import { withToolUse } from '../../providers/wrappers/with-tool-use.ts';
import type { TerminalOptions } from '../command-line/command-line.ts';
import { openCards } from '../state/card-file.ts';
import { connectProvider } from './connect-provider.ts';
import { resolveNamed } from './resolve-named.ts';

/** Who can answer in a terminal. */
export interface TerminalModels {
  readonly models: ModelRoster;
  /**
   * Asks the model providers for their models, whatever they said before: that of `--provider`, if there is one, and those
   * that other options name.
   */
  readonly providers: readonly TerminalProvider[];
  /** The `provider/id` of the fallbacks of the options. Asks the model provider only where a name has two meanings. */
  fallbacksOf(written: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
}

export interface TerminalProvider {
  readonly server: ProviderDefinition;
  readonly isMain: boolean;
  /** Never rejects. */
  readonly ask: (signal: AbortSignal) => Promise<AskedProvider>;
}

/** What stands in the files that the options name. */
interface ModelTexts {
  readonly contract?: string;
  readonly models?: string;
}

export async function composeModels(
  {
    server,
    otherServers = [],
    tools,
    wanted = {},
  }: Pick<TerminalOptions, 'server' | 'otherServers' | 'tools' | 'wanted'>,
  texts: ModelTexts,
  host: Host,
): Promise<TerminalModels> {
  const [withText, withWanted] = [createPdfText(), withOptions(() => wanted)];
  const models = createModelRoster(model => withWanted(withText(model)));
  const meanings = { main: server?.id, others: otherServers.map(each => each.server.id), models };
  const fallbacksOf: TerminalModels['fallbacksOf'] = (written, signal) =>
    Promise.all(written.map(each => resolveNamed(each, { ...meanings, signal })));
  if (server === undefined) models.add(withTools(createRehearsalProvider(), tools, promptIn(texts)));
  if (server === undefined && otherServers.length === 0) return { models, fallbacksOf, providers: [] };
  const cards = await openCards(host.log);
  const facts = await readFacts(texts, host);
  const connect = (definition: ProviderDefinition) =>
    connectProvider(definition, { ...host, cards, facts, contractPrompt: promptIn(texts) });
  const main = server && connect(server);
  if (main !== undefined) models.add(main);
  const others = otherServers.map(other => ({ ...other, provider: connect(other.server) }));
  for (const { provider, ids } of others) models.add(onlyModels(provider, ids, main));
  const asked = (definition: ProviderDefinition, provider: ConfiguredProvider, isMain: boolean) => ({
    server: definition,
    isMain,
    ask: (signal: AbortSignal) => ask(provider, signal),
  });
  return {
    models,
    fallbacksOf,
    providers: [
      ...(server && main ? [asked(server, main, true)] : []),
      ...others.map(other => asked(other.server, other.provider, false)),
    ],
  };
}

/**
 * A provider that only stands in: programs that `serve` serves see none of its other models, and none that turned out to
 * be the main provider's own, see `resolveNamed`.
 */
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

/** The models of a model provider already have the tools that the options ask for. Rehearsal has its own. */
function withTools(provider: Provider, tools: ToolUse | undefined, template: () => string): Provider {
  return {
    ...provider,
    models: async signal =>
      Promise.all((await provider.models(signal)).map(model => withToolUse(model, tools, { template }))),
  };
}

function promptIn({ contract = '' }: ModelTexts): () => string {
  return () => contract;
}

/** Warns about each mistake in your file of models, and uses the rest of the file. */
async function readFacts({ models }: ModelTexts, { log }: Host): Promise<readonly FactsFor[]> {
  if (models === undefined) return [];
  const { facts, problems } = await readModelsFile(models);
  for (const { line, message } of problems) log.warn(`--models-file, line ${line}: ${message}`);
  return facts;
}
