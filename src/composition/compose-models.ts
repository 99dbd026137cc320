import * as vscode from 'vscode';
import type { Disposable } from '../converser/ground/async/listeners.ts';
import type { Log } from '../converser/ground/ports.ts';
import { learnEnvironment } from '../converser/ground/secrets/learn-environment.ts';
import { createSecretValues, type SecretValues } from '../converser/ground/secrets/secret-values.ts';
import { createRandomIds, createSystemClock } from '../converser/ground/system-ports.ts';
import { createModelRoster, type ModelRoster } from '../converser/words/models/model-roster.ts';
import { createPdfText } from '../ensembles/pdf/lazy-pdf-text.ts';
import { type CardMemory, cardFacts, createCardMemory } from '../providers/check/card-memory.ts';
import { createConfiguredProvider } from '../providers/configured/configured-provider.ts';
import { readProviders } from '../providers/configured/read-providers.ts';
import type { ProviderDefinition } from '../providers/facts/provider-definition.ts';
import { createRehearsalProvider } from '../providers/rehearsal/rehearsal-model.ts';
import { createChatModelProvider } from '../vscode/language-models/chat-model-provider.ts';
import type { TryProvider } from '../vscode/models/connect/key-entry.ts';
import { createProviderKeys, type ProviderKeys } from '../vscode/models/connect/provider-keys.ts';
import { createJsonFile } from '../vscode/models/json-file.ts';
import { createListMemory } from '../vscode/models/list-memory.ts';
import { onDidChangeProviders, writtenProviders } from '../vscode/models/model-provider-settings.ts';
import { createModelProviders, type ModelProviders } from '../vscode/models/model-providers.ts';
import { createRecentRequests, type RecentRequests } from '../vscode/sidebar/recent-requests.ts';

export interface OwnModels extends Disposable {
  readonly models: ModelRoster;
  readonly chatModels: vscode.LanguageModelChatProvider;
  readonly providers: ModelProviders;
  readonly keys: ProviderKeys;
  readonly knownSecrets: SecretValues;
  readonly requests: RecentRequests;
  readonly cards: CardMemory;
  readonly tryProvider: TryProvider;
}

export interface OwnModelsOptions {
  readonly secrets: vscode.SecretStorage;
  readonly storage: vscode.Uri;
  readonly log: Log;
}

/** VS Code asks for these models in every window, and most windows need nothing else. */
export function composeOwnModels({ secrets, storage, log }: OwnModelsOptions): OwnModels {
  const knownSecrets = createSecretValues();
  learnEnvironment(knownSecrets, process.env);
  const clock = createSystemClock();
  const keys = createProviderKeys({ secrets, environment: process.env });
  const cards = createCardMemory(createJsonFile(vscode.Uri.joinPath(storage, 'cards.json')), log);
  const lists = createListMemory(vscode.Uri.joinPath(storage, 'model-lists'));
  const requests = createRecentRequests();
  const common = {
    requests: requests.log,
    records: { lists, cards: cardFacts(cards) },
    host: { clock, log, secrets: knownSecrets, random: Math.random },
  };
  const provide = (definition: ProviderDefinition, key: () => Promise<string | undefined>) =>
    createConfiguredProvider(definition, { ...common, key });
  const providers = createModelProviders(definition => provide(definition, () => keys.keyFor(definition)));
  void cards.loaded.then(isAny => isAny && providers.learn());
  const models = createModelRoster(createPdfText());
  models.add(createRehearsalProvider());
  const subscriptions = [keys, providers, providers.join(models), ...keepCurrent({ providers, keys, log })];
  return {
    models,
    chatModels: createChatModelProvider({
      models,
      providers: () => providers.definitions,
      clock,
      ids: createRandomIds(),
    }),
    providers,
    keys,
    knownSecrets,
    requests,
    cards,
    tryProvider: (definition, { key, signal }) => provide(definition, async () => key).refresh(signal),
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

function keepCurrent({
  providers,
  keys,
  log,
}: Pick<OwnModels, 'providers' | 'keys'> & Pick<OwnModelsOptions, 'log'>): readonly Disposable[] {
  const readSettings = () => providers.set(providersIn(writtenProviders(), log));
  readSettings();
  return [onDidChangeProviders(readSettings), keys.onDidChange(() => providers.learn())];
}

/** VS Code underlines most mistakes in the settings, too. */
function providersIn(written: unknown, log: Log): readonly ProviderDefinition[] {
  const { providers, problems } = readProviders(written);
  for (const { path, message } of problems)
    log.warn(`converser.modelProviders, ${path || 'as a whole'}: ${message}`);
  return providers;
}
