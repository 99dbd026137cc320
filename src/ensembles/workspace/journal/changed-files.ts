import { absoluteKept, type KeptPlace } from '../../../converser/trust/kept-place.ts';
import { isWithin } from '../../../converser/workspace/paths.ts';
import type { Image } from './image.ts';
import type { KeptRecord } from './record-file.ts';

/** What a turn has made of one file, folder or link, all its changes together. */
export interface ChangedFile {
  /** Absent: it was made by the turn. */
  readonly was?: KeptPlace;
  readonly now: KeptPlace;
  /** What it was. Absent: it was only moved. */
  readonly before?: Image;
}

/** In the order in which they were changed first. */
export function changedFiles({ changes }: Pick<KeptRecord, 'changes'>): readonly ChangedFile[] {
  const files: ChangedFile[] = [];
  for (const { change } of changes) {
    if (change.kind === 'move') {
      moveAll(files, change);
      continue;
    }
    const { place, before } = change;
    if (files.some(file => holds(file, place))) continue;
    files.push({ now: place, before, ...(before.kind === 'absent' ? {} : { was: place }) });
  }
  return files;
}

function moveAll(
  files: ChangedFile[],
  { from, to }: { readonly from: KeptPlace; readonly to: KeptPlace },
): void {
  let isKnown = false;
  for (const [index, file] of files.entries()) {
    if (!isWithin(absoluteKept(file.now), absoluteKept(from))) continue;
    isKnown ||= isSame(file.now, from);
    const rest = absoluteKept(file.now).slice(absoluteKept(from).length);
    files[index] = { ...file, now: { root: to.root, path: `${to.path}${rest}` } };
  }
  if (!isKnown) files.push({ was: from, now: to });
}

/** What lies in a folder that the turn has removed or made is shown with that folder. */
function holds({ now, before }: ChangedFile, place: KeptPlace): boolean {
  return (
    isSame(now, place) || (before?.kind === 'folder' && isWithin(absoluteKept(place), absoluteKept(now)))
  );
}

function isSame(a: KeptPlace, b: KeptPlace): boolean {
  return absoluteKept(a) === absoluteKept(b);
}
