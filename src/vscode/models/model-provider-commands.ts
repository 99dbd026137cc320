import * as vscode from 'vscode';
import type { ErrorData } from '../../converser/ground/errors.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import { commands } from '../common/contributions.ts';
import type { Commands } from '../common/vscode-command.ts';
import { withProgress } from '../common/with-progress.ts';
import type { ConnectPorts } from './connect/connect-ports.ts';
import { connectToModels } from './connect/connect-to-models.ts';
import { keyEntry } from './connect/key-entry.ts';
import { countOf } from './connect/offer-models.ts';
import { pickProvider } from './connect/remove-provider.ts';

export interface ProviderCommandPorts {
  readonly connect: ConnectPorts;
  /** Contract: never rejects. */
  readonly refresh: (signal: AbortSignal) => Promise<readonly Refreshed[]>;
}

export interface Refreshed {
  readonly definition: ProviderDefinition;
  readonly outcome: readonly Model[] | ErrorData;
}

export function modelProviderCommands({ connect, refresh }: ProviderCommandPorts): Commands {
  return {
    // What you type next is a question.
    [commands.connectToModels]: async () => {
      if (await connectToModels(connect)) await vscode.commands.executeCommand(commands.focusSidebar);
    },
    [commands.setApiKey]: id => setKey(connect, id),
    [commands.refreshModels]: () => refreshModels(connect, refresh),
    [commands.editModels]: async () =>
      vscode.commands.executeCommand('workbench.action.openSettings', 'converser.modelProviders'),
  };
}

/** `id` is the provider's, if a button beside an error asks for its key. Resolves with whether there is a new one. */
async function setKey(ports: ConnectPorts, id: unknown): Promise<boolean> {
  const { ask, notices, keys } = ports;
  const providers = ports.providers.connected();
  if (providers.length === 0) return connectToModels(ports);
  const wanted = providers.find(known => known.id === id);
  const definition = wanted ?? (await pickProvider(ask, 'Set API Key', providers));
  if (definition === undefined) return false;
  if (wanted === undefined && (await keys.isStored(definition))) {
    const removes = await ask.pick({
      title: `API key for ${definition.label}`,
      placeholder: 'Select what to do with the stored key',
      choices: [
        { label: 'Replace Key…', icon: 'edit', value: false },
        { label: 'Remove Key', icon: 'trash', value: true },
      ],
    });
    if (removes) await removeKey(definition, ports);
    if (removes !== false) return false;
  }
  const models = await ask.enter(keyEntry(definition, ports));
  if (models === undefined || models === 'back') return false;
  notices.inform(`API key for ${definition.label} set.`);
  return true;
}

async function removeKey(
  definition: ProviderDefinition,
  { notices, keys }: Pick<ConnectPorts, 'notices' | 'keys'>,
): Promise<void> {
  await keys.forget(definition);
  const variable = keys.ofEnvironment(definition) === undefined ? undefined : keys.variableOf(definition);
  const rest = variable === undefined ? '' : ` The environment variable ${variable} is used instead.`;
  notices.inform(`API key for ${definition.label} removed.${rest}`);
}

async function refreshModels(ports: ConnectPorts, refresh: ProviderCommandPorts['refresh']): Promise<void> {
  const { notices, providers } = ports;
  if (providers.connected().length === 0)
    return notices.inform('You have no model providers yet. Add one with “Converser: Connect to Models…”.');
  const refreshed = await withProgress('Refreshing models', signal => refresh(signal));
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
