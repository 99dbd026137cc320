import * as vscode from 'vscode';
import type { EnsembleRoster } from '../../converser/ensemble/ensemble-roster.ts';
import type { EnsembleFolder } from '../../ensembles/descriptors/prepared-ensembles.ts';
import { onDidChangeSettings, settings } from '../window/settings.ts';

/** Folders with files of other programs that describe ensembles. */
export interface ForeignFolders {
  readonly user: EnsembleFolder;
  /** The strongest last. */
  workspace(): readonly EnsembleFolder[];
}

/** Converser's own folder, then the user's, then those of the workspace: a later one overrides those before it. */
export function ensembleFolders(
  extensionUri: vscode.Uri,
  foreign: ForeignFolders,
): readonly EnsembleFolder[] {
  const own = settings.ensemblesFolder;
  return [
    { path: vscode.Uri.joinPath(extensionUri, 'ensembles').fsPath, origin: 'shipped', isTrusted: () => true },
    foreign.user,
    ...(own === '' ? [] : [{ path: own, origin: 'user' as const, isTrusted: () => true }]),
    ...foreign.workspace(),
    ...(vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => ({
        path: vscode.Uri.joinPath(uri, '.converser', 'ensembles').fsPath,
        origin: 'workspace' as const,
        isTrusted: () => vscode.workspace.isTrusted,
      })),
  ];
}

/** Applies the setting `converser.ensembles` to the roster. */
export function followEnsembleChoices(roster: EnsembleRoster): vscode.Disposable {
  let chosen: readonly string[] = [];
  const apply = () => {
    const choices = new Map(Object.entries(settings.ensembles));
    // Only choices that are gone are unset, since a moment without its choice could disconnect an ensemble.
    for (const name of chosen) if (!choices.has(name)) roster.setEnabled(name, undefined);
    for (const [name, enabled] of choices) roster.setEnabled(name, enabled);
    chosen = [...choices.keys()];
  };
  apply();
  return onDidChangeSettings('ensembles', apply);
}
