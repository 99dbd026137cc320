import * as vscode from 'vscode';
import type { ShowSides } from './recording-commands.ts';

const scheme = 'converser-replay';

/** The oldest ones go when there are more. */
const mostKept = 20;

export function createSides(): vscode.Disposable & { readonly show: ShowSides } {
  const kept = new Map<string, string>();
  let count = 0;
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ path }) =>
      kept.get(path) ?? 'Replays are kept until the window reloads, and only the last ten.',
  });
  const keep = (name: string, text: string) => {
    const path = `/${count}/${name}.md`;
    kept.set(path, text);
    for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest);
    return vscode.Uri.from({ scheme, path });
  };
  return {
    async show(title, { recorded, replayed }) {
      count++;
      const sides = [keep('Recorded', recorded), keep('Replayed', replayed)];
      await vscode.commands.executeCommand('vscode.diff', ...sides, title);
    },
    dispose: () => registration.dispose(),
  };
}
