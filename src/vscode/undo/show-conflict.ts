import * as vscode from 'vscode';
import { absoluteKept, type KeptPlace } from '../../converser/trust/kept-place.ts';
import { visibleLine } from '../../converser/wording/visible-text.ts';
import type { Image } from '../../ensembles/workspace/journal/image.ts';
import type { KeptRecord } from '../../ensembles/workspace/journal/record-file.ts';
import type { KeptFiles } from './kept-files.ts';

/** A file that undo left as it is: what it was before the turn, what the turn wrote, and where it is. */
export interface Conflict {
  readonly place: KeptPlace;
  readonly before: Extract<Image, { kind: 'file' }>;
  readonly after?: Image;
}

/** The files among the conflicts, by what people read for them. */
export function conflictIn({ changes }: Pick<KeptRecord, 'changes'>, hash: string): Conflict | undefined {
  const own = changes.filter(({ change }) => change.kind === 'replace');
  const first = own.find(
    ({ change }) => change.kind === 'replace' && change.before.kind === 'file' && change.before.hash === hash,
  )?.change;
  if (first?.kind !== 'replace' || first.before.kind !== 'file') return undefined;
  const { place, before } = first;
  const after = own.findLast(
    ({ change }) => change.kind === 'replace' && absoluteKept(change.place) === absoluteKept(place),
  )?.after;
  return after === undefined ? { place, before } : { place, before, after };
}

/**
 * Shows three texts: what the turn wrote stands between what you have now and what was before, so that taking both
 * sides takes back the turn and keeps what you have done since. Nothing is saved until you say so.
 */
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
    // VS Code's own Git extension opens its merges with it, though it is no documented command.
    const isShown = await vscode.workspace.fs
      .readFile(base)
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
