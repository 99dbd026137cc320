import * as vscode from 'vscode';
import type { ErrorData } from '../../converser/errors.ts';
import type { Model } from '../../converser/models/provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import type { Choice } from '../window/ask-user.ts';
import { commands } from '../window/contributions.ts';
import { readSettings, writeSettings } from '../window/settings.ts';
import type { ConnectPorts } from './connect/connect-ports.ts';
import { connectToModels } from './connect/connect-to-models.ts';
import { keyEntry } from './connect/key-entry.ts';
import { countOf } from './connect/offer-models.ts';
import { removeProvider } from './model-provider-settings.ts';

export interface ProviderCommandPorts extends ConnectPorts {
  /** Tells what is wrong, and whether the person takes the way on that is offered. */
  readonly warn: (message: string, way: string) => PromiseLike<boolean>;
  /** Asks every server for its models anew. Never rejects. */
  readonly refresh: (signal: AbortSignal) => Promise<readonly Refreshed[]>;
  /** The person's file of facts and prices, made from its template if there is none. */
  readonly factsFile: () => Promise<vscode.Uri>;
}

export interface Refreshed {
  readonly definition: ProviderDefinition;
  readonly outcome: readonly Model[] | ErrorData;
}

type Command = (...given: readonly unknown[]) => Promise<void>;

/** What a person can do about servers of models, by command. */
export function modelProviderCommands(parts: ProviderCommandPorts): Readonly<Record<string, Command>> {
  return {
    [commands.connectToModels]: () => connectToModels(parts),
    [commands.setApiKey]: id => setKey(parts, id),
    [commands.removeApiKey]: () => forgetKey(parts),
    [commands.refreshModels]: () => refreshModels(parts),
    [commands.removeModelProvider]: () => askToRemove(parts),
    [commands.editModels]: async () => void (await vscode.window.showTextDocument(await parts.factsFile())),
  };
}

/** `id` says for which server; buttons beside an error know it. */
async function setKey(parts: ProviderCommandPorts, id: unknown): Promise<void> {
  const providers = parts.providers();
  if (providers.length === 0) return connectToModels(parts);
  const definition =
    providers.find(known => known.id === id) ??
    (await askWhich(parts, 'Set API Key', providers.map(choiceOf)));
  if (definition === undefined) return;
  const models = await parts.ask.enter(keyEntry(definition, parts));
  if (models !== undefined && models !== 'back') parts.inform(`The key of ${definition.label} is set.`);
}

async function forgetKey(parts: ProviderCommandPorts): Promise<void> {
  const { keys } = parts;
  const providers = parts.providers();
  const stored = await Promise.all(providers.map(definition => keys.isStored(definition)));
  const choices = providers.filter((_, at) => stored[at]).map(choiceOf);
  if (choices.length === 0) return parts.inform('No key is stored.');
  const definition = await askWhich(parts, 'Remove API Key', choices);
  if (definition === undefined) return;
  await keys.forget(definition);
  const variable = keys.ofEnvironment(definition) === undefined ? undefined : keys.variableOf(definition);
  const rest = variable === undefined ? '' : ` From now on, ${variable} of the environment counts.`;
  parts.inform(`The key of ${definition.label} is forgotten.${rest}`);
}

async function askToRemove(parts: ProviderCommandPorts): Promise<void> {
  const providers = parts.providers();
  if (providers.length === 0) return parts.inform('No server is connected.');
  const definition = await askWhich(parts, 'Remove Model Provider', providers.map(choiceOf));
  if (definition === undefined) return;
  const isSure = await parts.ask.pick({
    title: `Remove ${definition.label}?`,
    placeholder: 'Its models are gone then, and its settings and its keys with them.',
    choices: [
      { label: `Remove ${definition.label}`, value: true },
      { label: 'Keep It', value: false },
    ],
  });
  if (isSure !== true) return;
  await parts.keys.forgetAll(definition.id);
  await removeProvider(definition.id);
  if (readSettings.model().startsWith(`${definition.id}/`)) await writeSettings.model('');
}

async function refreshModels(parts: ProviderCommandPorts): Promise<void> {
  if (parts.providers().length === 0) return parts.inform('No server is connected.');
  const refreshed = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Asking for models', cancellable: true },
    (_, token) => {
      const asking = new AbortController();
      token.onCancellationRequested(() => asking.abort());
      return parts.refresh(asking.signal);
    },
  );
  const told = refreshed.filter(({ outcome }) => !('code' in outcome) || outcome.code !== 'cancelled');
  const refused = told.find(({ outcome }) => 'code' in outcome && outcome.code === 'model-unauthorized');
  const message = told.map(sayRefreshed).join(' ');
  if (message === '') return;
  if (refused === undefined) return parts.inform(message);
  if (await parts.warn(message, 'Set API Key…')) await setKey(parts, refused.definition.id);
}

function sayRefreshed({ definition: { label }, outcome }: Refreshed): string {
  if ('code' in outcome) return outcome.message;
  return `${label}: ${countOf(outcome)}.`;
}

function askWhich(
  { ask }: ProviderCommandPorts,
  title: string,
  choices: readonly Choice<ProviderDefinition>[],
) {
  return ask.pick({ title, placeholder: 'Of which server?', choices });
}

function choiceOf(definition: ProviderDefinition): Choice<ProviderDefinition> {
  const address = definition.baseUrl === undefined ? {} : { description: definition.baseUrl };
  return { label: definition.label, ...address, value: definition };
}
