import * as vscode from 'vscode';
import type { MarkedFiles } from './marked-files.ts';

/** Marks the files in the Explorer and in tabs. */
export function registerFileBadges(marked: Pick<MarkedFiles, 'waiting' | 'onDidChange'>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri[]>();
  let known = new Map<string, vscode.Uri>();
  const badge = new vscode.FileDecoration('±', 'Changed by Converser: keep or undo it');
  badge.propagate = true;
  return vscode.Disposable.from(
    changed,
    marked.onDidChange(() => {
      const now = new Map(marked.waiting.map(uri => [uri.toString(), uri]));
      const both = new Map([...known, ...now]);
      const other = [...both].flatMap(([key, uri]) => (known.has(key) === now.has(key) ? [] : [uri]));
      known = now;
      if (other.length > 0) changed.fire(other);
    }),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration: uri => (known.has(uri.toString()) ? badge : undefined),
    }),
  );
}
