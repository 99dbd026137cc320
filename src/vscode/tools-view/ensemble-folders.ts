import * as vscode from 'vscode';
import type { EnsembleRoster } from '../../converser/ensemble/ensemble-roster.ts';
import type { Origin } from '../../converser/ensemble/invoker.ts';
import { settings } from '../window/contributions.ts';
import { onDidChangeSettings, readSettings } from '../window/settings.ts';

interface EnsembleFolder {
  readonly path: string;
  readonly origin: Origin;
  readonly isTrusted: () => boolean;
}

/** Where descriptors lie: those shipped, then the person's own, then those of the opened folders. */
export function ensembleFolders(extensionUri: vscode.Uri): readonly EnsembleFolder[] {
  const own = readSettings.ensemblesFolder();
  return [
    { path: vscode.Uri.joinPath(extensionUri, 'ensembles').fsPath, origin: 'shipped', isTrusted: () => true },
    ...(own === '' ? [] : [{ path: own, origin: 'user' as const, isTrusted: () => true }]),
    ...(vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => ({
        path: vscode.Uri.joinPath(uri, '.converser', 'ensembles').fsPath,
        origin: 'workspace' as const,
        isTrusted: () => vscode.workspace.isTrusted,
      })),
  ];
}

/** Keeps what is enabled in the roster as the person has chosen it in the settings. */
export function followEnsembleChoices(roster: EnsembleRoster): vscode.Disposable {
  let chosen: readonly string[] = [];
  const apply = () => {
    const choices = new Map(Object.entries(readSettings.ensembleChoices()));
    // What is chosen still is never without its choice: without it, it may be disabled and would be disconnected.
    for (const name of chosen) if (!choices.has(name)) roster.setEnabled(name, undefined);
    for (const [name, enabled] of choices) roster.setEnabled(name, enabled);
    chosen = [...choices.keys()];
  };
  apply();
  return onDidChangeSettings(settings.ensembles, apply);
}
