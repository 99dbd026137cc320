import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Removes folders that can’t be written to, too. */
export async function removeAll(place: string): Promise<void> {
  await rm(place, { recursive: true, force: true }).catch(async () => {
    await openFolders(place);
    await rm(place, { recursive: true, force: true });
  });
}

async function openFolders(place: string): Promise<void> {
  const stats = await lstat(place).catch(() => undefined);
  if (!stats?.isDirectory()) return;
  if ((stats.mode & 0o700) !== 0o700) await chmod(place, 0o700);
  for (const entry of await readdir(place, { withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(path.join(place, entry.name));
}
