/** Keeps node_modules in step with package-lock.json. */

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder, withLock } from './cache.mjs';
import { npm } from './npm.mjs';
import { step } from './say.mjs';

/**
 * Usually this reads two small files and is done.
 *
 * @param {string} root the folder of package-lock.json
 * @param {string} node the Node to install with
 */
export async function ensureNpmPackages(root, node) {
  const lockFile = await readFile(path.join(root, 'package-lock.json'), 'utf8');
  const note = path.join(root, 'node_modules', '.matches-package-lock');
  const wanted = createHash('sha256').update(`${process.platform} ${process.arch} ${lockFile}`).digest('hex');
  const upToDate = async () => (await read(note)) === wanted;
  if (await upToDate()) return;

  const lockName = path.join(
    cacheFolder(),
    `packages-of-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`,
  );
  await withLock(lockName, async () => {
    if (await upToDate()) return;
    if (!agree(lockFile, await read(path.join(root, 'node_modules', '.package-lock.json')))) {
      // `npm ci` refuses a lock file that was written where a registry mirror lacks some of the packages for
      // other platforms, as mirrors do, and it empties node_modules under the feet of whoever is using it.
      const install = ['install', '--no-save'];
      await step('Installing the npm packages of package-lock.json', () =>
        npm(install, { cwd: root, node, logName: 'npm-install' }),
      );
    }
    await mkdir(path.dirname(note), { recursive: true });
    await writeFile(note, wanted);
  });
}

/**
 * Somebody who ran `npm install` has the right packages without our note; their node_modules must not be
 * thrown away, also because a watch task or an editor may be using it. npm writes what it installed into
 * node_modules/.package-lock.json as its last act.
 *
 * @param {string} lockFile
 * @param {string | undefined} installedLockFile
 */
function agree(lockFile, installedLockFile) {
  if (!installedLockFile) return false;
  const wanted = packagesOf(lockFile);
  const installed = packagesOf(installedLockFile);
  for (const [name, { version }] of installed) if (wanted.get(name)?.version !== version) return false;
  for (const [name, { optional }] of wanted) if (!optional && !installed.has(name)) return false;
  return true;
}

/**
 * @param {string} lockFile
 * @returns {Map<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(lockFile) {
  const packages = new Map(Object.entries(JSON.parse(lockFile).packages ?? {}));
  packages.delete('');
  return packages;
}

/** @param {string} file */
function read(file) {
  return readFile(file, 'utf8').catch(() => undefined);
}
