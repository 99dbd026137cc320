import { absolutePath, isWithin } from '../../../../converser/words/workspace/paths.ts';
import type { UnsavedFile } from '../../../../converser/words/workspace/workspace.ts';
import { readWhole } from '../../hold.ts';
import { isPartlyBack } from '../content/partly-back.ts';
import { type Image, isSameImage, takeImage } from '../image.ts';
import { placesOfChange } from '../part-of-record.ts';
import type { Undoable } from '../undoable.ts';

/** In bytes, and in files. What is larger shows only when it is undone. */
const largest = { bytes: 64 * 1024 ** 2, entries: 1_000 };

/**
 * Looks for files that undoing these turns would leave alone, as they have changed since. Folders, and what was moved,
 * show only when they are undone.
 * @param turns the latest first
 * @returns absolute paths
 */
export async function foreseeConflicts(
  turns: readonly Undoable[],
  unsaved: readonly UnsavedFile[],
): Promise<readonly string[]> {
  const edited = new Map(unsaved.map(({ location, text }) => [absolutePath(location), text]));
  const unknown: string[] = [];
  const conflicts = new Set<string>();
  const expected = new Map<string, Image>();
  const budget = { ...largest };
  for (const { rest, record } of turns)
    for (const each of [...rest].reverse()) {
      const places = placesOfChange(each);
      const [place = ''] = places;
      const { change, after } = each;
      if (change.kind !== 'replace' || change.before.kind === 'folder' || after?.kind === 'folder') {
        unknown.push(...places);
        continue;
      }
      if (conflicts.has(place) || unknown.some(each => isWithin(place, each))) continue;
      const isUnsaved = edited.has(place) && change.unsaved === undefined;
      const now = expected.get(place) ?? (await takeImage(place, { budget }).catch(() => undefined));
      const { before } = change;
      if (now === undefined) unknown.push(place);
      else if (isUnsaved || !(await isLeft(place, { before, after, now, bytes: record.bytes })))
        conflicts.add(place);
      expected.set(place, before);
    }
  return [...conflicts];
}

interface Left {
  readonly before: Image;
  readonly after: Image | undefined;
  readonly now: Image;
  readonly bytes: Undoable['record']['bytes'];
}

async function isLeft(place: string, { before, after, now, bytes }: Left): Promise<boolean> {
  if (isSameImage(now, before) || after === undefined || isSameImage(now, after)) return true;
  const readNow = async () => (await readWhole(place, () => {})).bytes;
  return isPartlyBack({ before, after, now }, { kept: bytes, readNow });
}
