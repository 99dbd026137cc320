import * as vscode from 'vscode';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import { isMcpEnsemble } from '../../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';

/** Locks change on disk after a checkout, a resolved conflict, or a change accepted in another window. */
export function watchLocks(roster: Pick<EnsembleRoster, 'ensembles'>, fileName: string): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(`**/${fileName}`, false, false, true);
  const reinspect = () => {
    for (const ensemble of roster.ensembles.filter(isMcpEnsemble)) void ensemble.reinspect();
  };
  const subscriptions = [watcher, watcher.onDidCreate(reinspect), watcher.onDidChange(reinspect)];
  return vscode.Disposable.from(...subscriptions);
}
