import * as vscode from 'vscode';
import { ownSetting } from '../common/own-setting.ts';

/** `providers/configured` parses the value. It is separate from the other settings because every window reads it. */
export function writtenProviders(): unknown {
  return ownSetting('modelProviders');
}

export function onDidChangeProviders(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration('converser.modelProviders')) listener();
  });
}
