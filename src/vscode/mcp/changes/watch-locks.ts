import * as vscode from 'vscode';
import type { EnsembleRoster } from '../../../converser/ensemble/ensemble-roster.ts';
import { isMcpEnsemble } from '../../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';

/**
 * Holds servers against their locks anew when files of this name change on disk: when another branch was checked
 * out, a conflict was resolved, or another window accepted something. One that was deleted is not made anew before
 * its server says something again.
 */
export function watchLocks(roster: Pick<EnsembleRoster, 'ensembles'>, fileName: string): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(`**/${fileName}`, false, false, true);
  const reinspect = () => {
    for (const ensemble of roster.ensembles.filter(isMcpEnsemble)) void ensemble.reinspect();
  };
  const subscriptions = [watcher, watcher.onDidCreate(reinspect), watcher.onDidChange(reinspect)];
  return vscode.Disposable.from(...subscriptions);
}
