import { absoluteKept } from '../../../converser/words/workspace/kept-place.ts';
import { type ChangedFile, changedFiles } from './changed-files.ts';
import type { KeptRecord } from './record-file.ts';

type Changes = KeptRecord['changes'];
type Change = Changes[number];

export interface RecordPart {
  readonly changes: Changes;
  /** Includes files that can't come back without the chosen ones, or the other way round. */
  readonly files: readonly ChangedFile[];
}

/** Undone alone, these meet no other change: a moved folder comes back with the changes in it. */
export function partOfRecord(
  { changes }: Pick<KeptRecord, 'changes'>,
  chosen: readonly ChangedFile[],
  undone: readonly ChangedFile[] = [],
): RecordPart {
  const { taken, has } = takeFor(changes, chosen);
  takeEmptied(changes, taken, takeFor(changes, undone).taken);
  return {
    changes: changes.filter(each => taken.has(each)),
    files: changedFiles({ changes }).filter(file => placesOfFile(file).some(has)),
  };
}

function takeFor(changes: Changes, chosen: readonly ChangedFile[]) {
  const touched = createTouched(chosen.flatMap(placesOfFile));
  const taken = new Set<Change>();
  for (let before = -1; before !== taken.size; ) {
    before = taken.size;
    for (const each of changes) {
      if (taken.has(each) || !touched.meets(each)) continue;
      taken.add(each);
      touched.add(each);
    }
  }
  return { taken, has: touched.has };
}

function createTouched(chosen: readonly string[]) {
  const [places, whole, above] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const addPlace = (place: string) => {
    places.add(place);
    for (const folder of foldersAbove(place)) above.add(folder);
  };
  for (const place of chosen) addPlace(place);
  return {
    has: (place: string) => places.has(place),
    add(change: Change) {
      for (const place of placesOfChange(change)) {
        addPlace(place);
        if (isOfAllInside(change)) whole.add(place);
      }
    },
    meets: (change: Change) =>
      placesOfChange(change).some(
        place =>
          places.has(place) ||
          (isOfAllInside(change) && above.has(place)) ||
          foldersAbove(place).some(folder => whole.has(folder)),
      ),
  };
}

/** A folder's permissions, and the making of an empty one, leave alone what is in it. */
function isOfAllInside(each: Change): boolean {
  return each.change.kind !== 'mode' && !isNewEmptyFolder(each);
}

function isNewEmptyFolder({ change, after }: Change): boolean {
  const isNew = change.kind === 'replace' && change.before.kind === 'absent';
  return isNew && after?.kind === 'folder' && after.entries.length === 0;
}

function takeEmptied(changes: Changes, taken: Set<Change>, earlier: ReadonlySet<Change>): void {
  const [kept, emptied] = [new Set<string>(), new Set<string>()];
  for (const each of changes)
    for (const place of placesOfChange(each))
      for (const folder of foldersAbove(place))
        if (taken.has(each)) emptied.add(folder);
        else if (!isNewEmptyFolder(each) && !earlier.has(each)) kept.add(folder);
  for (const each of changes) {
    if (!isNewEmptyFolder(each)) continue;
    const [place = ''] = placesOfChange(each);
    if (emptied.has(place) && !kept.has(place)) taken.add(each);
  }
}

export function placesOfFile({ was, now }: ChangedFile): readonly string[] {
  return was === undefined ? [absoluteKept(now)] : [absoluteKept(now), absoluteKept(was)];
}

export function placesOfChange({ change }: Change): readonly string[] {
  return change.kind === 'move'
    ? [absoluteKept(change.from), absoluteKept(change.to)]
    : [absoluteKept(change.place)];
}

function foldersAbove(place: string): readonly string[] {
  const folders: string[] = [];
  for (let end = place.lastIndexOf('/'); end > 0; end = place.lastIndexOf('/', end - 1))
    folders.push(place.slice(0, end));
  return folders;
}
