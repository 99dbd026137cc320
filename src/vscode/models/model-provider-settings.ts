import * as vscode from 'vscode';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import { settings } from '../window/contributions.ts';

const section = 'converser';

/**
 * The servers of models in the settings, apart from the other settings because they are read in every window.
 * Whatever they are, `providers/configured` makes sense of them.
 */
export function writtenProviders(): unknown {
  return vscode.workspace.getConfiguration(section).get<unknown>(settings.modelProviders);
}

/** The person's own wording of the contract; empty for ours. Read anew each time, so that a change counts at once. */
export function contractPrompt(): string {
  const written = vscode.workspace.getConfiguration(section).get<unknown>(settings.contractPrompt);
  return typeof written === 'string' ? written.trim() : '';
}

/** Says something of one server, on top of what is said already, and leaves the others as they are written. */
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

function write(servers: Readonly<Record<string, unknown>>): Thenable<void> {
  const configuration = vscode.workspace.getConfiguration(section);
  return configuration.update(settings.modelProviders, servers, vscode.ConfigurationTarget.Global);
}
