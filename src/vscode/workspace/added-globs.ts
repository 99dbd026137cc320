import * as vscode from 'vscode';
import { lazySettings } from '../window/lazy-settings.ts';
import { configuration, ownSetting } from '../window/own-setting.ts';

/**
 * The globs of protected places that every level adds: yours, those of a remote machine, of the workspace, and of each of
 * its folders. As written; a value that is not a list counts as one entry.
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

/** Whether you have added a glob yourself. Otherwise the workspace or one of its folders has. */
export function isOwnGlob(glob: unknown): boolean {
  return ownGlobs().includes(glob);
}

/** Takes one of your own back. */
export async function removeOwnGlob(glob: unknown): Promise<void> {
  const left = ownGlobs().filter(each => each !== glob);
  const written = left.length === 0 ? undefined : left;
  await configuration().update(lazySettings.protectedPlaces, written, vscode.ConfigurationTarget.Global);
}

function ownGlobs(): readonly unknown[] {
  return [ownSetting(lazySettings.protectedPlaces) ?? []].flat();
}
