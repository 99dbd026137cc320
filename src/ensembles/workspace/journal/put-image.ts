import { chmod, mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { DeepFolder } from '../disk/deep-folder.ts';
import { createFile, replaceFile } from '../disk/replace-on-disk.ts';
import { openFile } from '../hold.ts';
import type { Image } from './image.ts';

export interface PutOptions {
  readonly now: Image;
  readonly bytes: (hash: string) => Promise<Uint8Array>;
  readonly shown: string;
  /** The present file is another one than before, so its other names keep what they have. */
  readonly isOther: boolean;
}

/** What is there now must be kept elsewhere. */
export async function putImage(
  folder: DeepFolder,
  { name, image }: { readonly name: string; readonly image: Image },
  { now, bytes, shown, isOther }: PutOptions,
): Promise<void> {
  if (image.kind === 'absent') {
    if (now.kind !== 'absent') await rm(folder.at(name), { recursive: true });
    return;
  }
  if (image.kind === 'file' && now.kind === 'file') {
    await putFile(folder, { name, image }, { now, bytes, shown, isOther });
    return;
  }
  if (now.kind !== 'absent') await rm(folder.at(name), { recursive: true });
  await folder.make();
  try {
    await create(folder.at(name), image, bytes);
  } catch (cause) {
    // Half a folder would later pass for your own change.
    await rm(folder.at(name), { recursive: true, force: true });
    throw cause;
  }
}

async function putFile(
  folder: DeepFolder,
  { name, image }: { readonly name: string; readonly image: FileImage },
  { now, bytes, shown, isOther }: Omit<PutOptions, 'now'> & { readonly now: FileImage },
): Promise<void> {
  const { handle, stats } = await openFile(folder.at(name));
  const old = await handle.readFile().finally(() => handle.close());
  const parts = isOther && stats.nlink > 1n;
  if (image.hash !== now.hash || parts) {
    const content = image.hash === now.hash ? old : await bytes(image.hash);
    await replaceFile({ folder, name, shown, stats, bytes: old, parts }, content);
  }
  if (image.mode !== now.mode) await chmod(folder.at(name), image.mode);
}

type FileImage = Extract<Image, { kind: 'file' }>;

async function create(file: string, image: Image, bytes: PutOptions['bytes']): Promise<void> {
  switch (image.kind) {
    case 'absent':
      return;
    case 'link':
      return symlink(image.target, file);
    case 'file':
      await createFile(file, await bytes(image.hash), 0o600);
      return chmod(file, image.mode);
    case 'folder':
      await mkdir(file, { mode: 0o700 });
      for (const entry of image.entries) await create(path.join(file, entry.name), entry.image, bytes);
      return chmod(file, image.mode);
  }
}
