import * as vscode from 'vscode';
import { askAboutProblemCommand } from '../activation-ids.ts';

const titles = { fix: 'Fix with Converser', explain: 'Explain with Converser' } as const;

export type ProblemWish = keyof typeof titles;

/** The lightbulb and the Problems panel offer them. */
const problemActions: vscode.CodeActionProvider = {
  provideCodeActions({ uri }, _range, { diagnostics }) {
    if (diagnostics.length === 0 || vscode.workspace.getWorkspaceFolder(uri) === undefined) return [];
    return (['fix', 'explain'] as const).map(wish => {
      const title = titles[wish];
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.diagnostics = [...diagnostics];
      action.command = { title, command: askAboutProblemCommand, arguments: [wish, uri, diagnostics] };
      return action;
    });
  },
};

export function registerProblemActions(): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider('*', problemActions, {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
  });
}
