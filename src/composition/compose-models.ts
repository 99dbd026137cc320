import * as vscode from 'vscode';
import type { Disposable } from '../converser/async/listeners.ts';
import { createModelRoster, type ModelRoster } from '../converser/models/model-roster.ts';
import type { Log } from '../converser/ports.ts';
import { createRandomIds, createSystemClock } from '../converser/system-ports.ts';
import { type CardMemory, cardFacts, createCardMemory } from '../providers/check/card-memory.ts';
import { createConfiguredProvider } from '../providers/configured/configured-provider.ts';
import { readProviders } from '../providers/configured/read-providers.ts';
import type { ProviderDefinition } from '../providers/facts/provider-definition.ts';
import { createRehearsalProvider } from '../providers/rehearsal/rehearsal-provider.ts';
import { createChatModelProvider } from '../vscode/language-models/chat-model-provider.ts';
import type { TryProvider } from '../vscode/models/connect/key-entry.ts';
import { createProviderKeys, type ProviderKeys } from '../vscode/models/connect/provider-keys.ts';
import { createJsonFile } from '../vscode/models/json-file.ts';
import { createListMemory } from '../vscode/models/list-memory.ts';
import { createModelFactsFile, type ModelFactsFile } from '../vscode/models/model-facts-file.ts';
import {
  contractPrompt,
  onDidChangeProviders,
  writtenProviders,
} from '../vscode/models/model-provider-settings.ts';
import { createModelProviders, type ModelProviders } from '../vscode/models/model-providers.ts';

export interface OwnModels extends Disposable {
  readonly models: ModelRoster;
  /** The same models, as VS Code takes them. */
  readonly chatModels: vscode.LanguageModelChatProvider;
  readonly providers: ModelProviders;
  readonly keys: ProviderKeys;
  readonly facts: ModelFactsFile;
  /** What checks of models have shown. */
  readonly cards: CardMemory;
  readonly tryProvider: TryProvider;
}

export interface OwnModelsOptions {
  readonly secrets: vscode.SecretStorage;
  /** Where files of Converser's own are kept from window to window. */
  readonly storage: vscode.Uri;
  readonly log: Log;
}

/**
 * Converser's own models: Rehearsal, and those of the servers in the settings. They are built apart from the
 * house, because VS Code asks for them in every window, and most windows need nothing else.
 */
export function buildOwnModels({ secrets, storage, log }: OwnModelsOptions): OwnModels {
  const clock = createSystemClock();
  const keys = createProviderKeys({ secrets, environment: process.env });
  const facts = createModelFactsFile({
    file: vscode.Uri.joinPath(storage, 'models.toml'),
    log,
    read: async text => (await import('../providers/configured/models-file.ts')).readModelsFile(text),
    template: async () => (await import('../providers/configured/models-file.ts')).modelsFileTemplate,
  });
  const cards = createCardMemory(createJsonFile(vscode.Uri.joinPath(storage, 'cards.json')), log);
  const common = {
    lists: createListMemory(vscode.Uri.joinPath(storage, 'model-lists')),
    facts: () => facts.all,
    cards: cardFacts(cards),
    clock,
    log,
    random: Math.random,
    contractPrompt,
  };
  const provide = (definition: ProviderDefinition, key: () => Promise<string | undefined>) =>
    createConfiguredProvider(definition, { ...common, key });

  const providers = createModelProviders(definition => provide(definition, () => keys.keyFor(definition)));
  const reread = () => providers.set(providersIn(writtenProviders(), log));
  reread();
  const models = createModelRoster();
  models.add(createRehearsalProvider());
  const subscriptions = [
    keys,
    facts,
    providers,
    providers.join(models),
    onDidChangeProviders(reread),
    keys.onDidChange(() => providers.learn()),
    facts.onDidChange(() => providers.learn()),
  ];
  void cards.loaded.then(isAny => isAny && providers.learn());
  const chatModels = createChatModelProvider({
    models,
    providers: () => providers.definitions,
    clock,
    ids: createRandomIds(),
  });
  return {
    models,
    chatModels,
    providers,
    keys,
    facts,
    cards,
    tryProvider: (definition, { key, signal }) => provide(definition, async () => key).refresh(signal),
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** What is wrong in the settings is told in the log; VS Code underlines most of it where it is written. */
function providersIn(written: unknown, log: Log): readonly ProviderDefinition[] {
  const { providers, problems } = readProviders(written);
  for (const { path, message } of problems)
    log.warn(`converser.modelProviders, ${path || 'as a whole'}: ${message}`);
  return providers;
}
