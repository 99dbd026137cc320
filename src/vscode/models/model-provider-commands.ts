import * as vscode from 'vscode';
import type { ErrorData } from '../../converser/errors.ts';
import type { Model } from '../../converser/models/provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import type { Choice } from '../window/ask-user.ts';
import type { Commands } from '../window/command.ts';
import { commands } from '../window/contributions.ts';
import { settings, writeSettings } from '../window/settings.ts';
import type { ConnectPorts } from './connect/connect-ports.ts';
import { connectToModels } from './connect/connect-to-models.ts';
import { keyEntry } from './connect/key-entry.ts';
import { countOf } from './connect/offer-models.ts';
import { removeProvider } from './save-model-provider.ts';

export interface ProviderCommandPorts {
  readonly connect: ConnectPorts;
  /** Lists the models of every provider again. Never rejects. */
  readonly refresh: (signal: AbortSignal) => Promise<readonly Refreshed[]>;
  /** The user's file of facts and prices, created from its template if there is none. */
  readonly factsFile: () => Promise<vscode.Uri>;
}

export interface Refreshed {
  readonly definition: ProviderDefinition;
  readonly outcome: readonly Model[] | ErrorData;
}

/** The commands about model providers. */
export function modelProviderCommands({ connect, refresh, factsFile }: ProviderCommandPorts): Commands {
  return {
    [commands.connectToModels]: () => connectToModels(connect),
    [commands.setApiKey]: id => setKey(connect, id),
    [commands.removeApiKey]: () => removeKey(connect),
    [commands.refreshModels]: () => refreshModels(connect, refresh),
    [commands.removeModelProvider]: () => askToRemove(connect),
    [commands.editModels]: async () => void (await vscode.window.showTextDocument(await factsFile())),
  };
}

/** `id` is the provider's, if a button beside an error asks for its key. */
async function setKey(ports: ConnectPorts, id: unknown): Promise<void> {
  const { ask, notices } = ports;
  const providers = ports.providers.connected();
  if (providers.length === 0) return connectToModels(ports);
  const definition =
    providers.find(known => known.id === id) ??
    (await pickProvider(ask, 'Set API Key', providers.map(choiceOf)));
  if (definition === undefined) return;
  const models = await ask.enter(keyEntry(definition, ports));
  if (models !== undefined && models !== 'back') notices.inform(`API key for ${definition.label} set.`);
}

async function removeKey({ ask, notices, providers: settings, keys }: ConnectPorts): Promise<void> {
  const providers = settings.connected();
  const stored = await Promise.all(providers.map(definition => keys.isStored(definition)));
  const choices = providers.filter((_, at) => stored[at]).map(choiceOf);
  if (choices.length === 0) return notices.inform('No API keys are stored.');
  const definition = await pickProvider(ask, 'Remove API Key', choices);
  if (definition === undefined) return;
  await keys.forget(definition);
  const variable = keys.ofEnvironment(definition) === undefined ? undefined : keys.variableOf(definition);
  const rest = variable === undefined ? '' : ` The environment variable ${variable} is used instead.`;
  notices.inform(`API key for ${definition.label} removed.${rest}`);
}

const noProviders = 'You have no model providers yet. Add one with “Converser: Connect to Models…”.';

async function askToRemove({ ask, notices, providers: written, keys }: ConnectPorts): Promise<void> {
  const providers = written.connected();
  if (providers.length === 0) return notices.inform(noProviders);
  const definition = await pickProvider(ask, 'Remove Model Provider', providers.map(choiceOf));
  if (definition === undefined) return;
  const isSure = await ask.pick({
    title: `Remove ${definition.label}?`,
    placeholder: 'Its models, settings and keys will be removed.',
    choices: [
      { label: `Remove ${definition.label}`, value: true },
      { label: 'Cancel', value: false },
    ],
  });
  if (isSure !== true) return;
  await keys.forgetAll(definition.id);
  await removeProvider(definition.id);
  if (settings.model.startsWith(`${definition.id}/`)) await writeSettings.model('');
}

async function refreshModels(ports: ConnectPorts, refresh: ProviderCommandPorts['refresh']): Promise<void> {
  const { notices, providers } = ports;
  if (providers.connected().length === 0) return notices.inform(noProviders);
  const refreshed = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Refreshing models', cancellable: true },
    (_, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      return refresh(controller.signal);
    },
  );
  const answered = refreshed.filter(({ outcome }) => !('code' in outcome) || outcome.code !== 'cancelled');
  const refused = answered.find(({ outcome }) => 'code' in outcome && outcome.code === 'model-unauthorized');
  const message = answered.map(outcomeText).join(' ');
  if (message === '') return;
  if (refused === undefined) return notices.inform(message);
  if (await notices.warn(message, 'Set API Key…')) await setKey(ports, refused.definition.id);
}

function outcomeText({ definition: { label }, outcome }: Refreshed): string {
  if ('code' in outcome) return outcome.message;
  return `${label}: ${countOf(outcome)}.`;
}

function pickProvider(
  ask: ConnectPorts['ask'],
  title: string,
  choices: readonly Choice<ProviderDefinition>[],
) {
  return ask.pick({ title, placeholder: 'Select a provider', choices });
}

function choiceOf(definition: ProviderDefinition): Choice<ProviderDefinition> {
  const address = definition.baseUrl === undefined ? {} : { description: definition.baseUrl };
  return { label: definition.label, ...address, value: definition };
}
