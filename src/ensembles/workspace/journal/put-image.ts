import { chmod, lstat, mkdir, rename, rm, rmdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { bytePath } from '../../../files/byte-names.ts';
import { removeAll } from '../../../files/remove-all.ts';
import type { DeepFolder } from '../disk/deep-folder.ts';
import { createFile, replaceFile, temporaryName } from '../disk/replace-on-disk.ts';
import { openFile } from '../hold.ts';
import { orAbsent } from '../real-path.ts';
import type { Image } from './image.ts';

export interface PutOptions {
  readonly now: Image;
  readonly bytes: (hash: string) => Promise<Uint8Array>;
  readonly shown: string;
  /** The present file is another one than before, so its other names keep what they have. */
  readonly isOther: boolean;
}

/**
 * What is there now must be kept elsewhere. Ended anywhere, it leaves the old, the new, or nothing, beside drafts that
 * `isTemporaryName` knows; only a file with several names may hold some of both.
 */
export async function putImage(
  folder: DeepFolder,
  { name, image }: { readonly name: string; readonly image: Image },
  { now, bytes, shown, isOther }: PutOptions,
): Promise<void> {
  if (image.kind === 'absent') return takeAway(folder, name, now);
  if (image.kind === 'file' && now.kind === 'file')
    return putFile(folder, { name, image }, { now, bytes, shown, isOther });
  await folder.make();
  const built = folder.at(temporaryName());
  try {
    await create(built, image, bytes);
    await putInPlace(built, { folder, name, isSimple: image.kind !== 'folder', now });
  } catch (cause) {
    await removeAll(built);
    throw cause;
  }
}

async function takeAway(folder: DeepFolder, name: string, now: Image): Promise<void> {
  if (now.kind === 'absent') return;
  const place = bytePath(folder.at(name));
  if (now.kind !== 'folder') return rm(place);
  if (now.entries.length === 0) return rmdir(place);
  const aside = folder.at(temporaryName());
  await rename(place, aside);
  await removeAll(aside);
}

interface Placing {
  readonly folder: DeepFolder;
  readonly name: string;
  readonly isSimple: boolean;
  readonly now: Image;
}

async function putInPlace(built: string, { folder, name, isSimple, now }: Placing): Promise<void> {
  const place = bytePath(folder.at(name));
  if (now.kind === 'absent' && (await lstat(place).catch(orAbsent)) !== undefined)
    throw new Error('something with that name exists again.');
  if (now.kind === 'absent' || (isSimple && now.kind !== 'folder')) return rename(built, place);
  const aside = folder.at(temporaryName());
  await rename(place, aside);
  await rename(built, place).catch(async (cause: unknown) => {
    await rename(aside, place);
    throw cause;
  });
  await removeAll(aside);
}

async function putFile(
  folder: DeepFolder,
  { name, image }: { readonly name: string; readonly image: FileImage },
  { now, bytes, shown, isOther }: Omit<PutOptions, 'now'> & { readonly now: FileImage },
): Promise<void> {
  const file = bytePath(folder.at(name));
  const { handle, stats } = await openFile(folder.at(name));
  const old = await handle.readFile().finally(() => handle.close());
  const parts = isOther && stats.nlink > 1n;
  if (image.hash !== now.hash || parts) {
    const content = image.hash === now.hash ? old : await bytes(image.hash);
    await replaceFile({ folder, name, shown, stats, bytes: old, parts, mode: image.mode }, content);
  }
  if (((await lstat(file)).mode & 0o7777) !== image.mode) await chmod(file, image.mode);
}

type FileImage = Extract<Image, { kind: 'file' }>;

async function create(file: string, image: Image, bytes: PutOptions['bytes']): Promise<void> {
  switch (image.kind) {
    case 'absent':
      return;
    case 'link':
      return symlink(bytePath(image.target), bytePath(file));
    case 'file':
      await createFile(file, await bytes(image.hash), 0o600);
      return chmod(bytePath(file), image.mode);
    case 'folder':
      await mkdir(bytePath(file), { mode: 0o700 });
      for (const entry of image.entries) await create(path.join(file, entry.name), entry.image, bytes);
      return chmod(bytePath(file), image.mode);
  }
}
