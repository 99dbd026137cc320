import { lstat, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { fileErrors } from '../../../converser/workspace/file-errors.ts';
import { hasSameText } from '../../../converser/workspace/line-endings.ts';
import { nameOf, parent, placeKey } from '../../../converser/workspace/paths.ts';
import type { RealLocation } from '../../../converser/workspace/resolve-links.ts';
import type { Location, Root, Workspace } from '../../../converser/workspace/workspace.ts';
import { hasCode, orAbsent } from '../real-path.ts';
import { createContained, diskFault, readContained, replaceContained } from './contained-file.ts';
import { type DiskPlaces, diskPlaces } from './disk-places.ts';
import { decodeText, encodeText } from './text-encoding.ts';

/** Changes files on the disk. `trash` resolves to `false` when there is no trash. */
export function diskChanges(
  roots: readonly Root[],
  trash: (absolutePath: string) => Promise<boolean>,
): Pick<Workspace, 'write' | 'move' | 'trash'> {
  const places = diskPlaces(roots);
  const { real, shown } = places;
  return {
    async write(file, written) {
      const place = await real(file);
      try {
        await writeText(place, { ...written, shown: shown(file) });
      } catch (cause) {
        throw diskFault(shown(file), cause);
      }
    },
    move: (from, to) => move(from, to, places),
    async trash(location) {
      const place = await entryPath(location, places);
      const done = await trash(place).catch(cause => {
        throw diskFault(shown(location), cause);
      });
      if (!done)
        throw fileErrors.fileConflict(
          shown(location),
          'there is no trash here, and Converser never deletes files permanently.',
        );
    },
  };
}

/** The path of the entry itself, even where it is a link: the real folder that it is in, and its own name. */
async function entryPath(location: Location, { real, shown }: DiskPlaces): Promise<string> {
  if (location.path === '')
    throw fileErrors.pathRefused(
      shown(location),
      "the root folder of a workspace can't be moved or deleted.",
    );
  return path.join((await real(parent(location))).path, nameOf(location));
}

async function move(from: Location, to: Location, places: DiskPlaces): Promise<void> {
  const { real, shown } = places;
  const [source, target] = [await entryPath(from, places), await entryPath(to, places)];
  try {
    await lstat(source);
    if ((await lstat(target).catch(orAbsent)) !== undefined && !isRespelling(from, to)) {
      throw fileErrors.fileConflict(shown(to), 'something with that name already exists.');
    }
    await mkdir((await real(parent(to))).path, { recursive: true });
    await rename(source, target);
  } catch (cause) {
    if (hasCode(cause, 'EXDEV'))
      throw fileErrors.fileConflict(shown(from), 'the new place is on another disk.');
    if (hasCode(cause, 'EINVAL'))
      throw fileErrors.fileConflict(shown(from), "a folder can't be moved into itself.");
    throw diskFault(shown(from), cause);
  }
}

function isRespelling(from: Location, to: Location): boolean {
  return placeKey(from) === placeKey(to) && from.path !== to.path;
}

interface ShownText {
  readonly text: string;
  readonly replaces?: string | null;
  readonly shown: string;
}

async function writeText(place: RealLocation, { text, replaces, shown }: ShownText): Promise<void> {
  const existing = await readContained(place, shown);
  if (existing === undefined) {
    if (typeof replaces === 'string')
      throw fileErrors.fileConflict(shown, 'it no longer exists.', 'Look again.');
    await createContained(place, new TextEncoder().encode(text));
    return;
  }
  const content = decodeText(existing);
  if (content.kind === 'binary') throw fileErrors.fileConflict(shown, 'it is binary.', 'Delete it first.');
  if (replaces !== undefined && (replaces === null || !hasSameText(content.text, replaces))) {
    throw fileErrors.fileConflict(shown, 'it has changed in the meantime.', 'Read it again.');
  }
  const bytes = encodeText(text, existing);
  if (bytes === undefined) {
    throw fileErrors.fileConflict(shown, "its encoding, Windows-1252, doesn't have all of these characters.");
  }
  await replaceContained(place, bytes);
}
