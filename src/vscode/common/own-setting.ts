import * as vscode from 'vscode';
import type { SettingKey } from '../../house/setting-keys.ts';

export function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('converser');
}

/**
 * Invariant: nothing of the opened folder counts. The scope in `package.json` is not enough: older versions
 * of VS Code let a folder set `converser.permissions` with `{"converser": {"permissions": …}}`.
 */
export function ownSetting(key: SettingKey): unknown {
  const found = configuration().inspect<unknown>(key);
  return found?.globalValue ?? found?.defaultValue;
}
