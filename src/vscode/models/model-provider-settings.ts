import * as vscode from 'vscode';
import { settings } from '../activation-ids.ts';
import { ownSetting } from '../window/own-setting.ts';

/**
 * The setting `converser.modelProviders` as written; `providers/configured` parses it. Separate from the other settings
 * because every window reads it.
 */
export function writtenProviders(): unknown {
  return ownSetting(settings.modelProviders);
}

/** The user's own contract prompt; empty for Converser's. Read each time, so that a change takes effect at once. */
export function contractPrompt(): string {
  const written = ownSetting(settings.contractPrompt);
  return typeof written === 'string' ? written.trim() : '';
}

export function onDidChangeProviders(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`converser.${settings.modelProviders}`)) listener();
  });
}
