import * as vscode from 'vscode';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { commands } from '../common/contributions.ts';
import type { MarkedFile, MarkedFiles } from './marked-files.ts';

/** Puts Keep and Undo above each change. */
export function registerChangeLenses(marked: Pick<MarkedFiles, 'of' | 'onDidChange'>): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    marked.onDidChange(() => changed.fire()),
    vscode.languages.registerCodeLensProvider(
      { scheme: 'file' },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: document => {
          const seen = marked.of(document.uri);
          return seen === undefined ? [] : lensesFor(seen, document);
        },
      },
    ),
  );
}

function lensesFor({ file, found }: MarkedFile, document: vscode.TextDocument): vscode.CodeLens[] {
  const { uri } = document;
  const lens = (line: number, command: vscode.Command) =>
    new vscode.CodeLens(new vscode.Range(line, 0, line, 0), command);
  if (found === undefined) {
    if (!file.waits) return [];
    const turn = file.turns.at(-1)?.turn.record.header.turnId;
    return [
      lens(0, { title: 'Changed by Converser', command: commands.showTurnChanges, arguments: [turn] }),
      lens(0, { title: '$(check-all) Keep All', command: commands.keepFile, arguments: [uri] }),
      lens(0, { title: '$(discard) Undo All', command: commands.undoFile, arguments: [uri] }),
    ];
  }
  const { changes } = found;
  return changes.flatMap(({ newStart, from }, index) => {
    const line = Math.min(newStart, document.lineCount - 1);
    const given = [uri.toString(), from];
    const count = `${index + 1} of ${countText(changes.length, 'change')}`;
    return [
      lens(line, { title: '$(check) Keep', command: commands.keepChange, arguments: given }),
      lens(line, { title: '$(discard) Undo', command: commands.undoChange, arguments: given }),
      lens(line, { title: count, tooltip: 'Go to the next change', command: commands.nextChange }),
    ];
  });
}
