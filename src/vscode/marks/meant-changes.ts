import * as vscode from 'vscode';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import { changesAt, type LineChange } from '../../ensembles/workspace/edit/line-changes.ts';
import type { MarkedChange } from '../../ensembles/workspace/marks/marking.ts';

/** Which changes of which file somebody means. */
export interface Meant {
  readonly uri: vscode.Uri;
  /** Where the text has changed since, it gives other changes, or none: never those of other lines. */
  in(changes: readonly MarkedChange[]): readonly MarkedChange[];
}

/** CodeLens names changes, VS Code's peek gives their lines, and a key means those at the cursor. */
export function changesMeant([first, second, third]: readonly unknown[]): Meant | undefined {
  if (typeof first === 'string' && Array.isArray(second)) return named(vscode.Uri.parse(first), second);
  if (first instanceof vscode.Uri && Array.isArray(second))
    return typeof third === 'number' ? peeked(first, second[third]) : undefined;
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { start, end } = editor.selection;
  return {
    uri: editor.document.uri,
    in: changes => changesAt(changes, { first: start.line, last: end.line, side: 'new' }),
  };
}

function named(uri: vscode.Uri, names: readonly unknown[]): Meant {
  const wanted = names.join('\n');
  return { uri, in: changes => changes.filter(({ from }) => from.join('\n') === wanted) };
}

/** VS Code compares in its own way: its change is ours if it touches it on both sides. */
function peeked(uri: vscode.Uri, given: unknown): Meant | undefined {
  if (!isJsonObject(given)) return undefined;
  const number = (key: string) => (typeof given[key] === 'number' ? given[key] : 0);
  const side = (of: 'original' | 'modified') => {
    const [start, end] = [number(`${of}StartLineNumber`), number(`${of}EndLineNumber`)];
    // The line before stands for what has no lines.
    return end === 0 ? { start, count: 0 } : { start: start - 1, count: end - start + 1 };
  };
  const [old, now] = [side('original'), side('modified')];
  const touches = (from: number, count: number, other: typeof old) =>
    from <= other.start + other.count && other.start <= from + count;
  return {
    uri,
    in: changes =>
      changes.filter(
        ({ oldStart, oldCount, newStart, newCount }: LineChange) =>
          touches(oldStart, oldCount, old) && touches(newStart, newCount, now),
      ),
  };
}
