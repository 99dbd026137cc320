import * as vscode from 'vscode';
import { defined } from '../../converser/ground/json/defined.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { absoluteKept, type KeptPlace } from '../../converser/words/workspace/kept-place.ts';
import type { Image } from '../../ensembles/workspace/journal/image.ts';
import type { KeptRecord } from '../../ensembles/workspace/journal/record-file.ts';
import type { Undone } from '../../ensembles/workspace/journal/undo.ts';
import type { KeptFiles } from './kept-files.ts';

/** Undo left this file as it is. */
export interface Conflict {
  readonly place: KeptPlace;
  readonly before: Extract<Image, { kind: 'file' }>;
  readonly after?: Image;
}

/** `undefined` says that the conflict is about no file, so there is nothing to compare. */
export function conflictIn(
  { changes }: Pick<KeptRecord, 'changes'>,
  { place, before }: Pick<Extract<Undone, { kind: 'conflict' }>, 'place' | 'before'>,
): Conflict | undefined {
  if (place === undefined || before?.kind !== 'file') return undefined;
  const last = changes.findLast(
    ({ change }) => change.kind === 'replace' && absoluteKept(change.place) === absoluteKept(place),
  );
  return defined({ place, before, after: last?.after });
}

/** The turn's text stands in the middle, so that taking both sides takes back the turn and keeps your own edits. */
export async function showConflict(
  { place, before, after }: Conflict,
  record: string,
  kept: KeptFiles,
): Promise<void> {
  const file = vscode.Uri.file(absoluteKept(place));
  const earlier = kept.uri({ record, hash: before.hash, path: absoluteKept(place) });
  if (after?.kind === 'file') {
    const base = kept.uri({ record, hash: after.hash, path: absoluteKept(place) });
    const sides = {
      base,
      input1: { uri: file, title: 'Now' },
      input2: { uri: earlier, title: 'Before the Turn' },
      output: file,
    };
    // Undocumented, but VS Code's Git extension opens the merge editor with it, too.
    const isShown = await vscode.workspace.fs
      .stat(base)
      .then(() => vscode.commands.executeCommand('_open.mergeEditor', sides))
      .then(
        () => true,
        () => false,
      );
    if (isShown) return;
  }
  const title = `${visibleLine(place.path)}: Before the Turn ↔ Now`;
  await vscode.commands.executeCommand('vscode.diff', earlier, file, title);
}
