import * as vscode from 'vscode';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import { configuration } from '../window/own-setting.ts';
import { writtenProviders } from './model-provider-settings.ts';

/** Adds to the entry of one provider, and leaves the others as they are. */
export function saveProvider(id: string, entry: JsonObject): Thenable<void> {
  const { [id]: old, ...others } = entries();
  return write({ ...others, [id]: isJsonObject(old) ? { ...old, ...entry } : entry });
}

export function removeProvider(id: string): Thenable<void> {
  const { [id]: _, ...others } = entries();
  return write(others);
}

function entries(): Readonly<Record<string, unknown>> {
  const written = writtenProviders();
  return isJsonObject(written) ? written : {};
}

function write(providers: Readonly<Record<string, unknown>>): Thenable<void> {
  return configuration().update('modelProviders', providers, vscode.ConfigurationTarget.Global);
}
