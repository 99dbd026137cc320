import type * as vscode from 'vscode';
import type { AskUser } from '../common/ask-user.ts';
import { createTextDiffs } from '../common/text-diffs.ts';
import { type AnsweredCode, applyCode } from './apply-code.ts';
import { showDiagram } from './diagram-tab.ts';
import { insertCode } from './insert-code.ts';

export interface CodeUse {
  insert(code: string, language: string): Promise<void>;
  apply(code: AnsweredCode): Promise<void>;
  showDiagram(code: string): void;
}

export function createCodeUse({
  ask,
  extensionUri,
}: {
  readonly ask: Pick<AskUser, 'confirm'>;
  readonly extensionUri: vscode.Uri;
}): CodeUse & vscode.Disposable {
  const diffs = createTextDiffs('converser-code');
  return {
    insert: insertCode,
    apply: code => applyCode(code, { ask, diffs }),
    showDiagram: code => showDiagram(code, extensionUri),
    dispose: diffs.dispose,
  };
}
