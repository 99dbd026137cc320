import * as vscode from 'vscode';

/** All settings of Converser. */
export function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('converser');
}

/**
 * A setting that only you may set, because it decides what runs, what is sent where, or what that may cost.
 *
 * Invariant: nothing of the opened folder counts. The scope in `package.json` is not enough: older versions of VS Code let
 * a folder set `converser.permissions`, whatever its scope, with `{"converser": {"permissions": …}}`.
 */
export function ownSetting(name: string): unknown {
  const found = configuration().inspect<unknown>(name);
  return found?.globalValue ?? found?.defaultValue;
}

/**
 * What every level adds to a list: the user, a remote machine, the workspace, and each of its folders. A value that is not
 * a list counts as one entry.
 *
 * Invariant: what one level says takes nothing away from another.
 */
export function settingOfAllLevels(name: string): readonly unknown[] {
  const scopes = [undefined, ...(vscode.workspace.workspaceFolders ?? [])];
  const levels = scopes.flatMap(scope => {
    const found = vscode.workspace.getConfiguration('converser', scope).inspect<unknown>(name) ?? {};
    return Object.entries(found).filter(([level]) => level !== 'key' && level !== 'languageIds');
  });
  return [...new Set(levels.flatMap(([, value]) => value ?? []))];
}
