import * as vscode from 'vscode';
import type { ContentLabels } from '../converser/words/labels/content-labels.ts';
import { joinAll, type ReadLabel } from '../converser/words/labels/label.ts';
import { locateAbsolute } from '../converser/words/workspace/paths.ts';
import type { Root, Workspace } from '../converser/words/workspace/workspace.ts';
import { notedOf, ofSecret } from '../ensembles/workspace/label-files.ts';
import type { AddedPlaces } from '../ensembles/workspace/protection/added-places.ts';
import { secretPlace } from '../ensembles/workspace/protection/protected-place.ts';
import { realPath, slashed } from '../ensembles/workspace/real-path.ts';
import { type AttachedFile, shownUri } from '../vscode/attachments/attached-file.ts';

export interface LabelPorts {
  readonly labels: Pick<ContentLabels, 'of' | 'at'>;
  readonly addedPlaces: AddedPlaces;
  readonly workspace: Pick<Workspace, 'roots'>;
}

/** Returns `undefined` where the usual label applies. */
export async function labelOfAttached(
  { uri, text }: AttachedFile,
  { labels, addedPlaces, workspace }: LabelPorts,
): Promise<ReadLabel | undefined> {
  const ways = await waysTo(uri);
  const noted = await notedOf(
    labels,
    text,
    ways.map(way => slashed(way.fsPath)),
  );
  const whyAdded = await addedPlaces.now();
  const roots = [...workspace.roots, anywhere];
  const whySecret = (way: vscode.Uri) =>
    secretPlace(vscode.workspace.asRelativePath(way)) ??
    whyAdded(locateAbsolute(slashed(way.fsPath), roots) ?? nowhere);
  const isSecret = ways.some(way => whySecret(way) !== undefined);
  if (noted === undefined && !isSecret) return undefined;
  return { ...joinAll([noted, isSecret ? ofSecret : undefined]), read: shownUri(uri) };
}

/** A file outside all open folders can only be compared by its whole path. */
const anywhere: Root = { name: '', path: '/', rules: { foldsCase: false, windows: false } };
const nowhere = { root: anywhere, path: '' };

/** The names above the workspace say nothing about its files. */
async function waysTo(uri: vscode.Uri): Promise<readonly vscode.Uri[]> {
  if (uri.scheme !== 'file') return [uri];
  const real = await realPath(uri.fsPath).catch(() => undefined);
  return real === undefined ? [uri] : [uri, vscode.Uri.file(real)];
}
