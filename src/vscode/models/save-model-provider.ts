import * as vscode from 'vscode';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import { configuration } from '../common/own-setting.ts';
import { settings, writeSettings } from '../common/vscode-settings.ts';
import { writtenProviders } from './model-provider-settings.ts';

export function saveProvider(id: string, entry: JsonObject): Thenable<void> {
  const { [id]: old, ...others } = entries();
  return write({ ...others, [id]: isJsonObject(old) ? { ...old, ...entry } : entry });
}

/** Also removes the sidebar's model if it is one of the provider's. */
export async function removeProvider(id: string): Promise<void> {
  const { [id]: _, ...others } = entries();
  await write(others);
  if (settings.model.startsWith(`${id}/`)) await writeSettings.model('');
}

function entries(): Readonly<Record<string, unknown>> {
  const written = writtenProviders();
  return isJsonObject(written) ? written : {};
}

function write(providers: Readonly<Record<string, unknown>>): Thenable<void> {
  return configuration().update('modelProviders', providers, vscode.ConfigurationTarget.Global);
}
