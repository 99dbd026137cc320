import { chmod, lstat, rename, rmdir } from 'node:fs/promises';
import { causesOf } from '../../../converser/ground/causes.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import { absoluteKept, type KeptPlace } from '../../../converser/words/workspace/kept-place.ts';
import { isWithin, nameOf, parent, placeKey } from '../../../converser/words/workspace/paths.ts';
import type { BegunChange } from '../../../converser/words/workspace/undo-journal.ts';
import type { Location, Root, UnsavedFile } from '../../../converser/words/workspace/workspace.ts';
import { bytePath, namesIn } from '../../../files/byte-names.ts';
import { removeAll } from '../../../files/remove-all.ts';
import { type DeepFolder, inDeepFolder } from '../disk/deep-folder.ts';
import { type DiskPlaces, diskPlaces } from '../disk/disk-places.ts';
import { isTemporaryName } from '../disk/replace-on-disk.ts';
import { readWhole } from '../hold.ts';
import { orAbsent } from '../real-path.ts';
import type { UndoRecord } from './change-record.ts';
import { displacedContents } from './content/displaced-contents.ts';
import { isOpenDatabase } from './content/open-database.ts';
import { otherNames } from './content/other-names.ts';
import { type ChangedText, isHalfway, isPartlyBack, type TextSources } from './content/partly-back.ts';
import { shownKept } from './describe-files.ts';
import { type Image, isSameImage, takeImage } from './image.ts';
import { putImage } from './put-image.ts';
import type { KeptRecord } from './record-file.ts';
import { type KeptChange, placeOf } from './record-lines.ts';
import type { RestingChange } from './undoable.ts';

export interface UndoPorts {
  /** Nothing outside of them is touched. */
  readonly roots: readonly Root[];
  readonly unsaved: () => readonly UnsavedFile[];
  /** Puts text into a file's editor without saving it. Without it, unsaved text does not come back. */
  readonly showUnsaved?: (place: Location, text: string) => Promise<void>;
  /** Records the undo itself, so that it can be undone. */
  readonly record: UndoRecord;
}

export type Undone =
  | { readonly kind: 'restored'; readonly shown: string }
  | { readonly kind: 'unchanged'; readonly shown: string }
  | {
      readonly kind: 'conflict';
      readonly shown: string;
      readonly reason: string;
      readonly place?: KeptPlace;
      readonly before?: Image;
      /** The system didn't let it: the next undo tries again. */
      readonly isOpen?: boolean;
    };

/** `all` are those of the record, back or not. */
export interface ChangesToUndo {
  readonly changes: readonly RestingChange[];
  readonly all?: KeptRecord['changes'];
  readonly bytes: KeptRecord['bytes'];
}

/** Contract: never rejects, and takes nothing back once the signal aborts. What has changed since is left. */
export async function undoRecord(
  { changes, all = changes, bytes }: ChangesToUndo,
  ports: UndoPorts,
  signal: AbortSignal,
): Promise<readonly Undone[]> {
  const places = diskPlaces(() => ports.roots);
  const displaced = await displacedContents({ changes });
  const written = all.flatMap(({ change }) => (change.kind === 'replace' ? [change.place] : []));
  const undone: Undone[] = [];
  const left: string[] = [];
  for (const each of [...changes].reverse()) {
    if (signal.aborted) break;
    const { change } = each;
    const place = placeOf(change);
    const shown = shownKept(place, ports.roots);
    const rest = { ...ports, places, bytes, shown, left, displaced, written };
    const outcome = await undoChange(each, rest).catch(
      (cause: unknown): Undone => ({
        ...{ kind: 'conflict', shown, reason: reasonOf(cause) },
        ...(isOfSystem(cause) ? { isOpen: true } : {}),
      }),
    );
    if (outcome.kind === 'conflict') left.push(absoluteKept(place));
    undone.push(outcome);
    await removeMade(change.made, rest);
    const isConflict = outcome.kind === 'conflict';
    if (!isConflict || outcome.isOpen !== true)
      await ports.record.settle({ undoes: each.number, isBack: !isConflict });
  }
  return undone;
}

/** Such as a full disk. */
function isOfSystem(cause: unknown): boolean {
  return causesOf(cause).some(each => each instanceof Error && 'errno' in each);
}

interface Undoing extends UndoPorts {
  readonly places: DiskPlaces;
  readonly bytes: KeptRecord['bytes'];
  readonly shown: string;
  readonly left: readonly string[];
  readonly displaced: ReadonlySet<string>;
  readonly written: readonly KeptPlace[];
}

function undoChange({ change, ...rest }: RestingChange, undoing: Undoing): Promise<Undone> {
  switch (change.kind) {
    case 'move':
      return undoMove({ ...rest, change }, undoing);
    case 'mode':
      return undoMode({ ...rest, change }, undoing);
    case 'replace':
      return undoReplace({ ...rest, change }, undoing);
  }
}

type Resting<Kind> = Omit<RestingChange, 'change'> & {
  readonly change: Extract<KeptChange, { readonly kind: Kind }>;
};

async function undoReplace(
  { change, after: told, number: undoes, begun: ended }: Resting<'replace'>,
  { places, record, shown, displaced, written, ...ports }: Undoing,
): Promise<Undone> {
  const { before } = change;
  const place = locate(change.place, ports.roots);
  const conflict = (reason: string): Undone => {
    return { kind: 'conflict', shown, reason, place: change.place, before };
  };
  const unsaved = change.unsaved === undefined ? undefined : await textOf(change.unsaved, ports.bytes);
  const edited = ports.unsaved().find(({ location }) => placeKey(location) === placeKey(place));
  const isEdited = edited !== undefined && edited.text !== unsaved;
  const showUnsaved = async () => {
    if (unsaved !== undefined && edited === undefined) await ports.showUnsaved?.(place, unsaved);
  };
  return inPlace(place, places, async folder => {
    const look = () => imageIn(folder, nameOf(place));
    if (ended !== undefined) await removeDrafts(folder);
    if (isSameImage(await look(), before)) {
      if (told === undefined) await removeDrafts(folder);
      if (unsaved !== undefined && isEdited) return conflict('it has unsaved changes.');
      await showUnsaved();
      return { kind: unsaved === undefined ? 'unchanged' : 'restored', shown };
    }
    if (isEdited) return conflict('it has unsaved changes.');
    const seen = await look();
    const texts = { kept: ports.bytes, readNow: () => bytesIn(folder, nameOf(place)) };
    const isHalf = ended !== undefined && (await isHalfway({ before, begun: ended, now: seen }, texts));
    const made = isHalf ? seen : (told ?? recognised(seen, change));
    if (made === undefined) return conflict('Converser ended before it knew what it had written there.');
    const after = await standing({ before, after: made, now: seen }, texts);
    if (after === undefined) return conflict('it has changed since.');
    if (await isOpenDatabase(folder, change.place, written))
      return conflict('a program has this database open. Close it there first.');
    const named = [change.place, ...(await otherNames(change.place, written))];
    const begun: BegunChange[] = [];
    try {
      for (const name of named)
        begun.push(
          await record.begin(
            { kind: 'replace', place: locate(name, ports.roots) },
            { undoes, target: before },
          ),
        );
      const now = await look();
      if (!isSameImage(now, after)) return conflict('it has changed since.');
      if (now.kind === 'file' && displaced.has(now.hash))
        return conflict('it holds what was moved there from a place that has changed since.');
      await putImage(
        folder,
        { name: nameOf(place), image: before },
        {
          now,
          bytes: ports.bytes,
          shown,
          isOther: change.isOther === true,
        },
      );
    } finally {
      for (const each of begun) await each.done();
    }
    await showUnsaved();
    return { kind: 'restored', shown };
  });
}

/** Finds what was written, even if some changes in it were taken back by themselves. */
async function standing(change: ChangedText, texts: TextSources): Promise<Image | undefined> {
  const { after, now } = change;
  return isSameImage(now, after) || (await isPartlyBack(change, texts)) ? now : undefined;
}

/** Accepts what was about to be written, or nothing: then nothing of yours can be lost. */
function recognised(now: Image, { expected }: Resting<'replace'>['change']): Image | undefined {
  const isExpected = now.kind === 'file' && now.hash === expected;
  return isExpected || now.kind === 'absent' ? now : undefined;
}

async function textOf(hash: string, bytes: KeptRecord['bytes']): Promise<string> {
  return Buffer.from(await bytes(hash)).toString();
}

/** Converser did not live to make a change, and left its draft. */
async function removeDrafts(folder: DeepFolder): Promise<void> {
  if (!folder.isThere) return;
  const drafts = namesIn(folder.at('.')).filter(isTemporaryName);
  await Promise.all(drafts.map(name => removeAll(folder.at(name))));
}

async function undoMove(
  { change: { from, to }, number: undoes }: Resting<'move'>,
  { places, record, roots, shown, left }: Undoing,
): Promise<Undone> {
  const [old, now] = [locate(from, roots), locate(to, roots)];
  const isRespelling = placeKey(old) === placeKey(now);
  return inPlace(now, places, source =>
    inPlace(old, places, async target => {
      const isBack = !isRespelling && (await isThere(target, nameOf(old)));
      if (!(await isThere(source, nameOf(now)))) {
        if (isBack) return { kind: 'unchanged', shown };
        return { kind: 'conflict', shown, reason: `${shownKept(to, roots)} no longer exists.` };
      }
      if (left.some(place => isWithin(place, absoluteKept(to))))
        return { kind: 'conflict', shown, reason: `${shownKept(to, roots)} has changed since.` };
      if (isBack) return { kind: 'conflict', shown, reason: 'something with that name exists again.' };
      const begun = await record.begin({ kind: 'move', from: now, to: old }, { undoes });
      await target.make();
      await rename(bytePath(source.at(nameOf(now))), bytePath(target.at(nameOf(old))));
      await begun.done();
      return { kind: 'restored', shown };
    }),
  );
}

async function undoMode(
  { change, after, number: undoes }: Resting<'mode'>,
  { places, record, shown, roots }: Undoing,
): Promise<Undone> {
  const place = locate(change.place, roots);
  const conflict = (reason: string): Undone => ({ kind: 'conflict', shown, reason });
  return inPlace(place, places, async folder => {
    const file = bytePath(folder.at(nameOf(place)));
    const stats = folder.isThere ? await lstat(file).catch(orAbsent) : undefined;
    if (stats?.isDirectory() !== true) return conflict('it no longer exists.');
    const mode = stats.mode & 0o7777;
    if (mode === change.before) return { kind: 'unchanged', shown };
    if (after !== undefined && (after.kind !== 'folder' || mode !== after.mode))
      return conflict('its permissions have changed since.');
    const begun = await record.begin({ kind: 'mode', place }, { undoes });
    await chmod(file, change.before);
    await begun.done();
    return { kind: 'restored', shown };
  });
}

async function removeMade(made: readonly KeptPlace[], { roots, places }: Undoing): Promise<void> {
  for (const folder of [...made].reverse()) {
    const isRemoved = await Promise.resolve()
      .then(() => locate(folder, roots))
      .then(place => inPlace(place, places, above => rmdir(bytePath(above.at(nameOf(place))))))
      .then(
        () => true,
        () => false,
      );
    if (!isRemoved) return;
  }
}

/** Rejects where a link leads elsewhere by now. */
async function inPlace<T>(
  place: Location,
  places: DiskPlaces,
  work: (folder: DeepFolder) => Promise<T>,
): Promise<T> {
  const asked = parent(place);
  return inDeepFolder({ asked, real: await places.real(asked) }, places, folder => {
    if (placeKey(folder.location) !== placeKey(asked)) throw new Error('a link on the way was replaced.');
    return work(folder);
  });
}

function locate({ root: rootPath, path }: KeptPlace, roots: readonly Root[]): Location {
  const root = roots.find(each => each.path === rootPath);
  if (root === undefined) throw new Error(`the folder ${rootPath} isn’t open.`);
  return { root, path };
}

/** Anything much larger than what was written can't be the same. */
const largest = { bytes: 512 * 1024 ** 2, entries: 50_000 };

async function imageIn(folder: DeepFolder, name: string): Promise<Image> {
  return folder.isThere ? takeImage(folder.at(name), { budget: { ...largest } }) : { kind: 'absent' };
}

async function bytesIn(folder: DeepFolder, name: string): Promise<Uint8Array> {
  return (await readWhole(folder.at(name), () => {})).bytes;
}

async function isThere(folder: DeepFolder, name: string): Promise<boolean> {
  return folder.isThere && (await lstat(bytePath(folder.at(name))).catch(orAbsent)) !== undefined;
}
