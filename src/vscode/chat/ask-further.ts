import * as vscode from 'vscode';
import { fullName } from '../../converser/ensemble/invoker.ts';
import { defined } from '../../converser/json/defined.ts';
import type { PermissionAnswer, PermissionQuestion } from '../../converser/permission/permission-question.ts';
import { scopeTexts } from '../../converser/permission/scope-texts.ts';
import { visibleLine } from '../../converser/wording/visible-text.ts';

/** What a link in the chat can't say by itself: how much a yes covers, or why the answer is no. */
export type Further = 'more' | 'reason';

export const furthers: readonly Further[] = ['more', 'reason'];

/** Asks for it. `undefined`: you changed your mind. */
export async function askFurther(
  further: Further,
  question: PermissionQuestion,
): Promise<PermissionAnswer | undefined> {
  return further === 'more' ? askMore(question) : askReason(question);
}

interface Choice extends vscode.QuickPickItem {
  readonly answer?: PermissionAnswer;
}

async function askMore({
  invoker,
  patterns,
  scopes,
}: PermissionQuestion): Promise<PermissionAnswer | undefined> {
  const wider = scopes.filter(scope => scope !== 'once');
  const choicesFor = (pattern: string | undefined): readonly Choice[] => {
    const calls = visibleLine(pattern ?? `Every call of ${fullName(invoker)}`);
    return [
      { label: calls, kind: vscode.QuickPickItemKind.Separator },
      ...wider.map(scope => ({
        label: scopeTexts[scope],
        description: calls,
        answer: defined({ kind: 'allow', scope, pattern }) satisfies PermissionAnswer,
      })),
    ];
  };
  const chosen = await vscode.window.showQuickPick([...patterns, undefined].flatMap(choicesFor), {
    title: `Allow ${visibleLine(fullName(invoker))}`,
    placeHolder: 'Which calls, and for how long',
    matchOnDescription: true,
  });
  return chosen?.answer;
}

async function askReason({ invoker }: PermissionQuestion): Promise<PermissionAnswer | undefined> {
  const reason = await vscode.window.showInputBox({
    title: `Deny ${visibleLine(fullName(invoker))}`,
    prompt: 'What the model should know',
  });
  return reason === undefined ? undefined : defined({ kind: 'deny', reason: reason.trim() || undefined });
}
