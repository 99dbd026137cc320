import { mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../../converser/ground/causes.ts';
import { child } from '../../../converser/words/workspace/paths.ts';
import type { Location, OpenFolder } from '../../../converser/words/workspace/workspace.ts';
import { bytePath } from '../../../files/byte-names.ts';
import { holdFolder } from '../hold.ts';
import type { DiskPlaces, Expected } from './disk-places.ts';

export interface DeepFolder {
  readonly location: Location;
  readonly place: string;
  readonly isThere: boolean;
  make(): Promise<void>;
  /** Leads to an entry wherever the folder is moved, but only once the folder is there. */
  at(name: string): string;
}

/** Holds the folder meanwhile. Removes folders that were made for it if the work fails. */
export async function inDeepFolder<T>(
  { asked, real }: Required<Expected>,
  places: DiskPlaces,
  work: (folder: DeepFolder) => Promise<T>,
): Promise<T> {
  const { deepest, missing } = await holdDeepest(real.path);
  const held = [deepest];
  const last = () => held.at(-1) ?? deepest;
  const isThere = missing.length === 0;
  try {
    const above = await places.opened(deepest.place, isThere ? { asked, real } : { asked });
    return await work({
      location: missing.reduce(child, above),
      place: path.join(deepest.place, ...missing),
      isThere,
      make: async () => {
        for (const name of missing.slice(held.length - 1)) held.push(await makeFolder(last(), name));
      },
      at: name => path.join(last().path, name),
    });
  } catch (cause) {
    for (const [index, name] of [...missing.slice(0, held.length - 1).entries()].reverse()) {
      await rmdir(bytePath(path.join(held[index]?.path ?? '', name))).catch(() => {});
    }
    throw cause;
  } finally {
    await Promise.all(held.map(folder => folder.release()));
  }
}

async function holdDeepest(
  folder: string,
): Promise<{ readonly deepest: OpenFolder; readonly missing: readonly string[] }> {
  const missing: string[] = [];
  for (let existing = folder; ; existing = path.dirname(existing)) {
    try {
      return { deepest: await holdFolder(existing), missing };
    } catch (cause) {
      if (!hasCode(cause, 'ENOENT') || existing === path.dirname(existing)) throw cause;
      missing.unshift(path.basename(existing));
    }
  }
}

async function makeFolder(above: OpenFolder, name: string): Promise<OpenFolder> {
  await mkdir(bytePath(path.join(above.path, name))).catch((cause: unknown) => {
    if (!hasCode(cause, 'EEXIST')) throw cause;
  });
  return holdFolder(above.path, name);
}
