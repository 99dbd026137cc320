import { chmod, lstat, rm } from 'node:fs/promises';
import path from 'node:path';
import { bytePath, namesIn } from './byte-names.ts';

/** Removes folders that can’t be written to, too. */
export async function removeAll(place: string): Promise<void> {
  await rm(bytePath(place), { recursive: true, force: true }).catch(async () => {
    await openFolders(place);
    await rm(bytePath(place), { recursive: true, force: true });
  });
}

async function openFolders(place: string): Promise<void> {
  const stats = await lstat(bytePath(place)).catch(() => undefined);
  if (!stats?.isDirectory()) return;
  if ((stats.mode & 0o700) !== 0o700) await chmod(bytePath(place), 0o700);
  for (const name of namesIn(place)) await openFolders(path.join(place, name));
}
