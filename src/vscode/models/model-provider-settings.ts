import * as vscode from 'vscode';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import { settings } from '../window/contributions.ts';

const section = 'converser';

/**
 * The setting `converser.modelProviders` as written; `providers/configured` parses it. Separate from the other settings
 * because every window reads it.
 */
export function writtenProviders(): unknown {
  return vscode.workspace.getConfiguration(section).get<unknown>(settings.modelProviders);
}

/** The user's own contract prompt; empty for Converser's. Read each time, so that a change takes effect at once. */
export function contractPrompt(): string {
  const written = vscode.workspace.getConfiguration(section).get<unknown>(settings.contractPrompt);
  return typeof written === 'string' ? written.trim() : '';
}

/** Adds to the entry of one provider, and leaves the others as they are. */
export function saveProvider(id: string, entry: JsonObject): Thenable<void> {
  const { [id]: old, ...others } = entries();
  return write({ ...others, [id]: isJsonObject(old) ? { ...old, ...entry } : entry });
}

export function removeProvider(id: string): Thenable<void> {
  const { [id]: _, ...others } = entries();
  return write(others);
}

export function onDidChangeProviders(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`${section}.${settings.modelProviders}`)) listener();
  });
}

function entries(): Readonly<Record<string, unknown>> {
  const written = writtenProviders();
  return isJsonObject(written) ? written : {};
}

function write(providers: Readonly<Record<string, unknown>>): Thenable<void> {
  const configuration = vscode.workspace.getConfiguration(section);
  return configuration.update(settings.modelProviders, providers, vscode.ConfigurationTarget.Global);
}
