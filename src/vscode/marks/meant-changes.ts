import * as vscode from 'vscode';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import { changesAt } from '../../ensembles/workspace/edit/line-changes.ts';
import type { MarkedChange } from '../../ensembles/workspace/marks/marking.ts';

/** Which changes of which file somebody means. */
export interface Meant {
  /** Absent without an editor. */
  readonly uri: vscode.Uri | undefined;
  /** Said where there are none. */
  readonly otherwise: string;
  /** Where the text has changed since, it gives other changes, or none: never those of other lines. */
  in(changes: readonly MarkedChange[]): readonly MarkedChange[];
}

/** CodeLens names changes, VS Code's peek gives their lines, and a key means those at the cursor. */
export function changesMeant([first, second, third]: readonly unknown[]): Meant {
  if (typeof first === 'string' && Array.isArray(second)) return named(vscode.Uri.parse(first), second);
  if (first instanceof vscode.Uri && Array.isArray(second))
    return peeked(first, typeof third === 'number' ? second[third] : undefined);
  const { document, selection: { start, end } = new vscode.Selection(0, 0, 0, 0) } =
    vscode.window.activeTextEditor ?? {};
  return {
    uri: document?.uri,
    otherwise: 'Place the cursor in one of the changed lines.',
    in: changes => changesAt(changes, { first: start.line, last: end.line, side: 'new' }),
  };
}

export const gone = 'This change isn’t there any more, or has become another one. Look again.';

function named(uri: vscode.Uri, names: readonly unknown[]): Meant {
  const wanted = names.join('\n');
  return { uri, otherwise: gone, in: changes => changes.filter(({ from }) => from.join('\n') === wanted) };
}

/** VS Code compares in its own way: its change is ours if they meet, and one of ours touches it on both sides. */
function peeked(uri: vscode.Uri, given: unknown): Meant {
  const lines = isJsonObject(given) ? given : {};
  const number = (key: string) => (typeof lines[key] === 'number' ? lines[key] : 0);
  const side = (of: 'original' | 'modified'): Side => {
    const [start, end] = [number(`${of}StartLineNumber`), number(`${of}EndLineNumber`)];
    // The line before stands for what has no lines.
    return end === 0 ? { start, count: 0 } : { start: start - 1, count: end - start + 1 };
  };
  const [old, now] = [side('original'), side('modified')];
  const sides = ({ oldStart, oldCount, newStart, newCount }: MarkedChange) => [
    gap(old, { start: oldStart, count: oldCount }),
    gap(now, { start: newStart, count: newCount }),
  ];
  return {
    uri,
    otherwise: gone,
    in(changes) {
      const isThere = changes.some(each => sides(each).every(apart => apart <= 0));
      return isThere
        ? changes.filter(
            each => sides(each).some(apart => apart < 0) || sides(each).every(apart => apart <= 0),
          )
        : [];
    },
  };
}

interface Side {
  readonly start: number;
  readonly count: number;
}

/** Counts the lines in between; less than 0 where both have some in common. */
function gap(a: Side, b: Side): number {
  return Math.max(a.start, b.start) - Math.min(a.start + a.count, b.start + b.count);
}
