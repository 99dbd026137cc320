import * as vscode from 'vscode';
import type { ContentLabels } from '../converser/labels/content-labels.ts';
import { joinAll, type ReadLabel } from '../converser/labels/label.ts';
import { ofSecret } from '../ensembles/workspace/labels/label-files.ts';
import { secretPlace } from '../ensembles/workspace/protection/protected-place.ts';
import { realPath } from '../ensembles/workspace/real-path.ts';
import { type AttachedFile, shownUri } from '../vscode/chat/participant-references.ts';

/** The label that reading a file gives, wherever it is. `undefined`: the usual one. */
export async function labelOfAttached(
  { uri, text }: AttachedFile,
  labels: Pick<ContentLabels, 'of'>,
): Promise<ReadLabel | undefined> {
  const noted = await labels.of(text);
  const isSecret = (await waysTo(uri)).some(place => secretPlace(place) !== undefined);
  if (noted === undefined && !isSecret) return undefined;
  return { ...joinAll([noted, isSecret ? ofSecret : undefined]), read: shownUri(uri) };
}

/** As it is called, and with links followed. What the names above the workspace are says nothing about its files. */
async function waysTo(uri: vscode.Uri): Promise<readonly string[]> {
  const called = vscode.workspace.asRelativePath(uri);
  if (uri.scheme !== 'file') return [called];
  const real = await realPath(uri.fsPath).catch(() => undefined);
  return real === undefined ? [called] : [called, vscode.workspace.asRelativePath(real)];
}
