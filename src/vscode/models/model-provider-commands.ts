import * as vscode from 'vscode';
import type { ErrorData } from '../../converser/errors.ts';
import type { Model } from '../../converser/models/provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import type { Choice } from '../window/ask-user.ts';
import { commands } from '../window/contributions.ts';
import { readSettings, writeSettings } from '../window/settings.ts';
import { connectToModels } from './connect/connect-to-models.ts';
import { keyEntry } from './connect/key-entry.ts';
import type { ConnectPorts } from './connect/connect-ports.ts';
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
  readonly server: ProviderDefinition;
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
  const servers = parts.servers();
  if (servers.length === 0) return connectToModels(parts);
  const server =
    servers.find(known => known.id === id) ?? (await askWhich(parts, 'Set API Key', servers.map(choiceOf)));
  if (server === undefined) return;
  const models = await parts.ask.enter(keyEntry(server, parts));
  if (models !== undefined && models !== 'back') parts.inform(`The key of ${server.label} is set.`);
}

async function forgetKey(parts: ProviderCommandPorts): Promise<void> {
  const { keys } = parts;
  const servers = parts.servers();
  const stored = await Promise.all(servers.map(server => keys.isStored(server)));
  const choices = servers.filter((_, at) => stored[at]).map(choiceOf);
  if (choices.length === 0) return parts.inform('No key is stored.');
  const server = await askWhich(parts, 'Remove API Key', choices);
  if (server === undefined) return;
  await keys.forget(server);
  const variable = keys.ofEnvironment(server) === undefined ? undefined : keys.variableOf(server);
  const rest = variable === undefined ? '' : ` From now on, ${variable} of the environment counts.`;
  parts.inform(`The key of ${server.label} is forgotten.${rest}`);
}

async function askToRemove(parts: ProviderCommandPorts): Promise<void> {
  const servers = parts.servers();
  if (servers.length === 0) return parts.inform('No server is connected.');
  const server = await askWhich(parts, 'Remove Model Provider', servers.map(choiceOf));
  if (server === undefined) return;
  const isSure = await parts.ask.pick({
    title: `Remove ${server.label}?`,
    placeholder: 'Its models are gone then, and its settings and its keys with them.',
    choices: [
      { label: `Remove ${server.label}`, value: true },
      { label: 'Keep It', value: false },
    ],
  });
  if (isSure !== true) return;
  await parts.keys.forgetAll(server.id);
  await removeProvider(server.id);
  if (readSettings.model().startsWith(`${server.id}/`)) await writeSettings.model('');
}

async function refreshModels(parts: ProviderCommandPorts): Promise<void> {
  if (parts.servers().length === 0) return parts.inform('No server is connected.');
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
  if (await parts.warn(message, 'Set API Key…')) await setKey(parts, refused.server.id);
}

function sayRefreshed({ server: { label }, outcome }: Refreshed): string {
  if ('code' in outcome) return outcome.message;
  return `${label}: ${countOf(outcome)}.`;
}

function askWhich({ ask }: ProviderCommandPorts, title: string, choices: readonly Choice<ProviderDefinition>[]) {
  return ask.pick({ title, placeholder: 'Of which server?', choices });
}

function choiceOf(server: ProviderDefinition): Choice<ProviderDefinition> {
  const address = server.baseUrl === undefined ? {} : { description: server.baseUrl };
  return { label: server.label, ...address, value: server };
}
