import { lstat, rename } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../../converser/ground/causes.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import { hasSameText } from '../../../converser/words/workspace/line-endings.ts';
import { child, nameOf, parent, placeKey } from '../../../converser/words/workspace/paths.ts';
import type {
  Guard,
  Location,
  Workspace,
  WrittenText,
} from '../../../converser/words/workspace/workspace.ts';
import { openFile } from '../hold.ts';
import { orAbsent } from '../real-path.ts';
import { type DeepFolder, inDeepFolder } from './deep-folder.ts';
import { diskFault, readAll } from './disk-look.ts';
import type { DiskPlaces } from './disk-places.ts';
import type { Trash } from './freedesktop-trash.ts';
import { createFile, replaceFile } from './replace-on-disk.ts';
import { decodeText, encodeText } from './text-encoding.ts';

/** Holds the folders from before the guard is called until the change is done: it happens there or not at all. */
export function diskChanges(places: DiskPlaces, trash: Trash): Pick<Workspace, 'write' | 'move' | 'trash'> {
  return {
    async write(file, written, guard) {
      const shown = places.shown(file);
      const { location, path: target } = await places.real(file);
      if (location.path === '') throw fileErrors.fileConflict(shown, 'it is a folder.');
      const folder = { asked: file, real: { location: parent(location), path: path.dirname(target) } };
      const name = path.basename(target);
      try {
        await inDeepFolder(folder, places, held =>
          writeText(held, name, { ...written, shown, guard: at => guard?.(at) }),
        );
      } catch (cause) {
        throw diskFault(shown, cause);
      }
    },

    async move(from, to, guard) {
      const [source, target] = [await folderOf(from, places), await folderOf(to, places)];
      try {
        await inDeepFolder(source, places, here =>
          inDeepFolder(target, places, there => moveEntry(here, there, { from, to, guard, places })),
        );
      } catch (cause) {
        throw moveFault(places.shown(from), cause);
      }
    },

    async trash(location, guard) {
      const shown = places.shown(location);
      const source = await folderOf(location, places);
      const name = nameOf(location);
      try {
        await inDeepFolder(source, places, async folder => {
          if (!(await isThere(folder, name))) throw fileErrors.fileNotFound(shown);
          await guard?.([{ location: child(folder.location, name) }]);
          const absolutePath = path.join(folder.place, name);
          if (!(await trash({ absolutePath, held: folder.at(name) }))) throw noTrash(shown);
        });
      } catch (cause) {
        throw diskFault(shown, cause);
      }
    },
  };
}

async function folderOf(location: Location, { real, shown }: DiskPlaces) {
  if (location.path === '')
    throw fileErrors.pathRefused(
      shown(location),
      'the root folder of a workspace can’t be moved or deleted.',
    );
  const asked = parent(location);
  return { asked, real: await real(asked) };
}

interface Move {
  readonly from: Location;
  readonly to: Location;
  readonly guard: Guard | undefined;
  readonly places: DiskPlaces;
}

async function moveEntry(
  source: DeepFolder,
  target: DeepFolder,
  { from, to, guard, places }: Move,
): Promise<void> {
  const [oldName, newName] = [nameOf(from), nameOf(to)];
  if (!(await isThere(source, oldName))) throw fileErrors.fileNotFound(places.shown(from));
  const [old, now] = [child(source.location, oldName), child(target.location, newName)];
  if (!isRespelling(old, now) && (await isThere(target, newName))) {
    throw fileErrors.fileConflict(places.shown(to), 'something with that name already exists.');
  }
  await guard?.([{ location: old }, { location: now }]);
  await target.make();
  await rename(source.at(oldName), target.at(newName));
}

async function isThere(folder: DeepFolder, name: string): Promise<boolean> {
  return folder.isThere && (await lstat(folder.at(name)).catch(orAbsent)) !== undefined;
}

function isRespelling(from: Location, to: Location): boolean {
  return placeKey(from) === placeKey(to) && from.path !== to.path;
}

function moveFault(shown: string, cause: unknown) {
  if (hasCode(cause, 'EXDEV')) return fileErrors.fileConflict(shown, 'the new place is on another disk.');
  if (hasCode(cause, 'EINVAL')) return fileErrors.fileConflict(shown, 'a folder can’t be moved into itself.');
  return diskFault(shown, cause);
}

function noTrash(shown: string) {
  const reason = 'there is no trash here, and Converser never deletes files permanently.';
  return fileErrors.fileConflict(shown, reason);
}

type ShownText = WrittenText & { readonly shown: string; readonly guard: Guard };

async function writeText(folder: DeepFolder, name: string, written: ShownText): Promise<void> {
  const { text, replaces, shown, guard } = written;
  const location = child(folder.location, name);
  const opened = folder.isThere ? await openFile(folder.at(name)).catch(orAbsent) : undefined;
  if (opened === undefined) {
    if (typeof replaces === 'string')
      throw fileErrors.fileConflict(shown, 'it no longer exists.', 'Look again.');
    const bytes = new TextEncoder().encode(text);
    await guard([{ location, bytes }]);
    await folder.make();
    return createFile(folder.at(name), bytes);
  }
  const { stats } = opened;
  const old = await readAll(opened, shown).finally(() => opened.handle.close());
  const bytes = bytesToWrite(written, old);
  await guard([{ location, names: Number(stats.nlink), bytes }]);
  await replaceFile({ folder, name, shown, stats, bytes: old }, bytes);
}

function bytesToWrite({ text, replaces, shown }: ShownText, old: Uint8Array): Uint8Array {
  const content = decodeText(old);
  if (content.kind === 'binary') throw fileErrors.fileConflict(shown, 'it is binary.', 'Delete it first.');
  if (replaces !== undefined && (replaces === null || !hasSameText(content.text, replaces))) {
    throw fileErrors.fileConflict(shown, 'it has changed in the meantime.', 'Read it again.');
  }
  const bytes = encodeText(text, old);
  if (bytes !== undefined) return bytes;
  throw fileErrors.fileConflict(shown, 'its encoding, Windows-1252, doesn’t have all of these characters.');
}
