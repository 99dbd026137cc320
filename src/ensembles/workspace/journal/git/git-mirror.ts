import { link, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { orAbsent } from '../../real-path.ts';
import { hashOf } from '../image.ts';
import type { GitFolders } from './git-folders.ts';

export interface Mirror {
  readonly folder: string;
  /** Git has packed its objects anew, and may have left some out. */
  readonly hasLost: boolean;
}

/** Hard links keep Git's packs, which never change. The repository's settings have no effect here. */
export async function mirrorObjects({ common }: GitFolders, folder: string): Promise<Mirror> {
  const mirror = mirrorOf({ common }, folder);
  const [packs, own] = [path.join(common, 'objects', 'pack'), path.join(mirror, 'objects', 'pack')];
  await mkdir(own, { recursive: true, mode: 0o700 });
  await mkdir(path.join(mirror, 'refs'), { recursive: true });
  await mkdir(path.join(mirror, 'objects', 'info'), { recursive: true });
  await writeFile(path.join(mirror, 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(path.join(mirror, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
  await writeFile(path.join(mirror, 'objects', 'info', 'alternates'), `${path.join(common, 'objects')}\n`);
  const [there, mine] = [await packsIn(packs), await packsIn(own)];
  const gone = mine.filter(name => !there.includes(name));
  for (const name of gone) await rm(path.join(own, name), { force: true });
  for (const name of there) {
    // Hard links don't reach another disk; then the objects are read where they are.
    if (!mine.includes(name)) await link(path.join(packs, name), path.join(own, name)).catch(() => {});
  }
  return { folder: mirror, hasLost: gone.length > 0 };
}

export function mirrorOf({ common }: Pick<GitFolders, 'common'>, folder: string): string {
  return path.join(folder, hashOf(Buffer.from(common)).slice(0, 16));
}

/** Mirrors of repositories that have long not been used hold packs that Git has given up. */
export async function forgetMirrors(folder: string, now: number): Promise<void> {
  for (const name of (await readdir(folder).catch(orAbsent)) ?? []) {
    const used = (await stat(path.join(folder, name, 'HEAD')).catch(orAbsent))?.mtimeMs ?? 0;
    if (used < now - longestUnused) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** In milliseconds: two weeks. */
const longestUnused = 14 * 24 * 60 * 60 * 1000;

async function packsIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(orAbsent)) ?? [];
  return names.filter(name => name.endsWith('.pack') || name.endsWith('.idx'));
}
