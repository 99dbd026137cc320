import * as vscode from 'vscode';
import { lazySettings } from '../window/lazy-settings.ts';

/**
 * The globs of protected places that every level adds: yours, those of a remote machine, of the workspace, and of each of
 * its folders. As written; a value that is no list counts as one entry.
 *
 * Invariant: no level takes away what another one says, whether its folder is trusted or not.
 */
export function addedGlobs(): readonly unknown[] {
  const scopes = [undefined, ...(vscode.workspace.workspaceFolders ?? [])];
  const levels = scopes.flatMap(scope => {
    const configuration = vscode.workspace.getConfiguration('converser', scope);
    const found = configuration.inspect<unknown>(lazySettings.protectedPlaces) ?? {};
    return Object.entries(found).filter(([level]) => level !== 'key' && level !== 'languageIds');
  });
  return [...new Set(levels.flatMap(([, value]) => value ?? []))];
}
