import { absoluteKept, type KeptPlace } from '../../../converser/words/workspace/kept-place.ts';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import type { Image } from './image.ts';
import type { KeptRecord } from './record-file.ts';
import { placeOf } from './record-lines.ts';

export interface ChangedFile {
  readonly was?: KeptPlace;
  readonly now: KeptPlace;
  readonly before?: Image;
  readonly made?: Image;
}

type Changes = KeptRecord['changes'];

export function changedFiles({ changes }: Pick<KeptRecord, 'changes'>): readonly ChangedFile[] {
  const files = new Map<string, ChangedFile>();
  const filled = new Set(changes.map(({ change }) => above(absoluteKept(placeOf(change)))));
  for (const each of changes) {
    const { change, after } = each;
    if (change.kind === 'move') {
      moveAll(files, change);
      continue;
    }
    const { place } = change;
    const key = absoluteKept(place);
    // A new folder is shown by what is in it.
    if (isHeld(files, key) || (isNewFolder(each) && filled.has(key))) continue;
    if (change.kind === 'mode') files.set(key, { was: place, now: place });
    else if (change.before.kind !== 'absent')
      files.set(key, { was: place, now: place, before: change.before });
    else
      files.set(key, {
        now: place,
        before: change.before,
        ...(after?.kind === 'folder' ? { made: after } : {}),
      });
  }
  return [...files.values()];
}

function isNewFolder({ change, after }: Changes[number]): boolean {
  return change.kind === 'replace' && change.before.kind === 'absent' && after?.kind === 'folder';
}

function moveAll(
  files: Map<string, ChangedFile>,
  { from, to }: { readonly from: KeptPlace; readonly to: KeptPlace },
): void {
  const old = absoluteKept(from);
  const all = [...files];
  if (!files.has(old)) all.push([absoluteKept(to), { was: from, now: to }]);
  files.clear();
  for (const [key, file] of all) {
    const now = isWithin(key, old) ? { root: to.root, path: `${to.path}${key.slice(old.length)}` } : file.now;
    files.set(absoluteKept(now), { ...file, now });
  }
}

/** A folder that the turn has removed stands for what lies in it. */
function isHeld(files: ReadonlyMap<string, ChangedFile>, place: string): boolean {
  if (files.has(place)) return true;
  for (let folder = above(place); folder !== ''; folder = above(folder))
    if (files.get(folder)?.before?.kind === 'folder') return true;
  return false;
}

function above(place: string): string {
  return place.slice(0, Math.max(0, place.lastIndexOf('/')));
}
