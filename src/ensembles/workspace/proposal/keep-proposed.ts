import type { ContentLabels } from '../../../converser/words/labels/content-labels.ts';
import { joinAll } from '../../../converser/words/labels/label.ts';
import { parent, placeKey } from '../../../converser/words/workspace/paths.ts';
import type { ChangeRecord } from '../../../converser/words/workspace/undo-journal.ts';
import type { Workspace } from '../../../converser/words/workspace/workspace.ts';
import { recordedChanges } from '../places/recorded-changes.ts';
import { mergeTexts } from './merge-texts.ts';
import type { ProposedFile } from './proposals.ts';
import { textOnDisk } from './proposed-workspace.ts';

export interface KeepPorts {
  readonly workspace: Workspace;
  readonly labels: Pick<ContentLabels, 'of' | 'note'>;
  readonly changes: ChangeRecord;
}

/**
 * Makes it true on the disk. Resolves to false, and changes nothing, where the same lines have changed since, or where
 * a link now leads elsewhere: you have reviewed it for this place.
 */
export async function keepProposed(
  { place, before, after }: ProposedFile,
  { workspace, labels, changes }: KeepPorts,
): Promise<boolean> {
  if (placeKey(await workspace.realLocation(place)) !== placeKey(place)) return false;
  const now = await textOnDisk(place, workspace);
  const disk = recordedChanges({ workspace }, { changes });
  if (now === after) return true;
  const text = await mergeTexts({ before, after, now });
  if (text === undefined || now === undefined) return false;
  if (text === null) {
    await disk.trash(place);
    for (let above = parent(place); above.path !== ''; above = parent(above)) {
      if ((await workspace.list(above)).length > 0) break;
      await disk.trash(above);
    }
    return true;
  }
  const found = await Promise.all([after ?? '', now ?? ''].map(each => labels.of(each)));
  // What others wrote stays what it is, also beside words of yours.
  if (found.some(label => label !== undefined)) await labels.note(text, joinAll(found));
  await disk.write(place, { text, replaces: now });
  return true;
}
