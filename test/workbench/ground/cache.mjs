/**
 * The user's cache folder: big things that are fetched once and shared by every clone, each in a folder
 * named for what it is, its version and its platform.
 *
 * Invariant: a folder that exists under its final name is whole. Installs happen beside it and are renamed
 * into place, so one that was interrupted is never taken for a finished one.
 */

import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './say.mjs';

/** @returns {string} the absolute path of the folder that holds all that was fetched */
export function cacheFolder() {
  return path.join(platformCacheFolder(), 'converser');
}

/**
 * Gives the folder of something that was installed before, or installs it now.
 *
 * @param {string} name for example "code-server-4.139.1"; the platform is added
 * @param {(folder: string) => Promise<void>} install fills an empty folder; must leave nothing outside it
 * @returns {Promise<string>}
 */
export async function installOnce(name, install) {
  const folder = path.join(cacheFolder(), `${name}-${process.platform}-${process.arch}`);
  if (await exists(folder)) return folder;
  return withLock(folder, async () => {
    if (await exists(folder)) return folder;
    await removeLeftovers(folder);
    const partial = `${folder}.partial-${process.pid}`;
    await mkdir(partial, { recursive: true });
    await install(partial);
    await rename(partial, folder);
    return folder;
  });
}

/**
 * Lets one process at a time do something to a folder. The others wait and then usually find it done.
 *
 * The holder touches its lock every two seconds and a lock that went untouched for a while counts as left
 * behind. A process id would not do: the cache may be shared by containers, which number theirs alike.
 *
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, work) {
  const lock = `${folder}.lock`;
  await mkdir(path.dirname(lock), { recursive: true });
  await acquire(lock);
  const heartbeat = setInterval(() => utimes(lock, new Date(), new Date()).catch(() => undefined), 2_000);
  const release = () => rm(lock, { recursive: true, force: true });
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await release();
  }
}

/** @param {string} file */
export function exists(file) {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function platformCacheFolder() {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32')
    return process.env.LOCALAPPDATA ?? path.join(homedir(), 'AppData', 'Local');
  return path.join(homedir(), '.cache');
}

/** @param {string} lock */
async function acquire(lock) {
  const staleAfter = 20_000;
  for (let waited = false; ; waited = true) {
    try {
      // Making a folder is atomic on every file system, network ones included.
      return await mkdir(lock);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const touched = await stat(lock).then(
      found => found.mtimeMs,
      () => 0,
    );
    if (Date.now() - touched > staleAfter) await rm(lock, { recursive: true, force: true });
    else {
      if (!waited) say(`Waiting for another run that is preparing ${path.basename(lock, '.lock')}…`);
      await sleep(500);
    }
  }
}

/** @param {string} folder */
async function removeLeftovers(folder) {
  const parent = path.dirname(folder);
  const prefix = `${path.basename(folder)}.partial-`;
  const leftovers = (await readdir(parent)).filter(name => name.startsWith(prefix));
  await Promise.all(leftovers.map(name => rm(path.join(parent, name), { recursive: true, force: true })));
}
