import * as vscode from 'vscode';
import { countText } from '../../converser/ground/wording/numbers.ts';
import type { LineChange } from '../../ensembles/workspace/edit/line-changes.ts';
import type { MarkedFiles } from './marked-files.ts';

type Kind = 'added' | 'changed' | 'removed';

/** Marks what waits in all visible editors. */
export function createMarkDecorations(marked: Pick<MarkedFiles, 'of' | 'onDidChange'>): vscode.Disposable {
  const types: Readonly<Record<Kind, vscode.TextEditorDecorationType>> = {
    added: lineType('added', 'diffEditor.insertedLineBackground'),
    changed: lineType('modified', 'diffEditor.insertedLineBackground'),
    removed: vscode.window.createTextEditorDecorationType({
      after: { color: new vscode.ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 2em' },
      overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.deletedForeground'),
      overviewRulerLane: vscode.OverviewRulerLane.Left,
    }),
  };
  const show = (editor: vscode.TextEditor) => {
    const { document } = editor;
    const found = marked.of(document.uri)?.found;
    const all = (found?.changes ?? []).flatMap(({ marks }) => marks);
    for (const kind of ['added', 'changed', 'removed'] as const) {
      const own = all.filter(each => kindOf(each) === kind);
      editor.setDecorations(
        types[kind],
        own.map(each => optionsFor(each, document, found?.base ?? [])),
      );
    }
  };
  const showAll = () => vscode.window.visibleTextEditors.forEach(show);
  return vscode.Disposable.from(
    marked.onDidChange(showAll),
    vscode.window.onDidChangeVisibleTextEditors(showAll),
    ...Object.values(types),
  );
}

/** High contrast has no background for lines, so a line stands before them, too. */
function lineType(kind: 'added' | 'modified', background: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor(background),
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    borderColor: new vscode.ThemeColor(`editorGutter.${kind}Background`),
    overviewRulerColor: new vscode.ThemeColor(`editorOverviewRuler.${kind}Foreground`),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

function kindOf({ oldCount, newCount }: LineChange): Kind {
  if (newCount === 0) return 'removed';
  return oldCount === 0 ? 'added' : 'changed';
}

function optionsFor(
  { oldStart, oldCount, newStart, newCount }: LineChange,
  document: vscode.TextDocument,
  base: readonly string[],
): vscode.DecorationOptions {
  const last = document.lineCount - 1;
  const old = base.slice(oldStart, oldStart + oldCount);
  const before = old.length === 0 ? {} : { hoverMessage: hover(old, document.languageId) };
  if (newCount > 0) {
    const end = document.lineAt(Math.min(newStart + newCount - 1, last)).range.end;
    return { range: new vscode.Range(new vscode.Position(Math.min(newStart, last), 0), end), ...before };
  }
  const { end } = document.lineAt(Math.min(Math.max(newStart - 1, 0), last)).range;
  const contentText = `${countText(oldCount, 'line')} removed${newStart === 0 ? ' above' : ''}`;
  return { range: new vscode.Range(end, end), ...before, renderOptions: { after: { contentText } } };
}

/** Lines shown. */
const most = 40;

function hover(old: readonly string[], language: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString('Before:');
  text.appendCodeblock(old.slice(0, most).join('\n'), language);
  if (old.length > most) text.appendText(countText(old.length - most, 'more line'));
  return text;
}
