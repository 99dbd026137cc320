/**
 * The program of the terminal as a bundle, which takes half of what its sources take to start. It is made again once
 * they have changed. It lies in the cache folder, which no tool may write into.
 */

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder, exists, withLock } from './cache.mjs';
import { say, step } from './say.mjs';

/**
 * @typedef {object} Note what is known about a bundle
 * @property {string} folder
 * @property {readonly Source[]} sources all that it was made from, but for packages: the lock file stands for them
 *
 * @typedef {object} Source
 * @property {string} file relative to the root
 * @property {number} time in milliseconds
 * @property {number} size in bytes
 * @property {string} digest
 *
 * @typedef {(folder: string) => Promise<readonly string[]>} Bundling fills a folder, and names all it was made from
 */

/**
 * @param {string} root the folder of package.json
 * @param {Bundling} [bundle]
 * @returns {Promise<string>} the file to run: that of the sources if there can be no bundle
 */
export async function terminalProgram(root, bundle = bundleTerminal) {
  const home = path.join(cacheFolder(), `terminal-of-${digestOf(root).slice(0, 12)}`);
  const known = await readNote(home);
  if (known?.sources.every(source => isUntouched(root, source))) return mainOf(known);
  try {
    return mainOf(await withLock(home, () => renewed(root, { home, bundle })));
  } catch (error) {
    say(`The terminal’s program is run from its sources. It can’t be bundled: ${error}`);
    return path.join(root, 'src', 'terminal', 'main.ts');
  }
}

/** @type {Bundling} */
function bundleTerminal(folder) {
  return step('Bundling the terminal’s program (done again after each change of its sources)', async () => {
    const { bundleTerminal: bundle } = await import('../../../esbuild.js');
    return bundle(folder);
  });
}

/** @param {Note} note */
function mainOf({ folder }) {
  return path.join(folder, 'main.js');
}

/**
 * @param {string} root
 * @param {{ readonly home: string, readonly bundle: Bundling }} options
 * @returns {Promise<Note>}
 */
async function renewed(root, { home, bundle }) {
  const known = await readNote(home);
  const isSame = async (/** @type {Source} */ { file, digest }) =>
    digestOf(await readFile(path.join(root, file)).catch(() => '')) === digest;
  const isCurrent = known !== undefined && (await Promise.all(known.sources.map(isSame))).every(Boolean);
  const files = known?.sources.map(({ file }) => file) ?? [];
  if (isCurrent) return writeNote(home, { ...known, sources: await sourcesOf(root, files) });
  await mkdir(home, { recursive: true });
  await removeOld(home);
  const folder = path.join(home, `${Date.now()}-${process.pid}`);
  const started = Date.now();
  const sources = await sourcesOf(root, await bundle(folder));
  // What was changed meanwhile may be in the bundle as it was before.
  const isSure = sources.every(({ time }) => time < started);
  return isSure ? writeNote(home, { folder, sources }) : { folder, sources };
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Promise<readonly Source[]>}
 */
function sourcesOf(root, files) {
  return Promise.all(
    files.map(async file => {
      const { mtimeMs: time, size } = await stat(path.join(root, file));
      return { file, time, size, digest: digestOf(await readFile(path.join(root, file))) };
    }),
  );
}

/**
 * @param {string} root
 * @param {Source} source
 */
function isUntouched(root, { file, time, size }) {
  const found = statSync(path.join(root, file), { throwIfNoEntry: false });
  return found?.mtimeMs === time && found.size === size;
}

/** @param {string} home */
async function readNote(home) {
  const text = await readFile(path.join(home, 'note.json'), 'utf8').catch(() => 'null');
  const note = /** @type {Note | undefined} */ (JSON.parse(text) ?? undefined);
  return note && (await exists(mainOf(note))) ? note : undefined;
}

/**
 * @param {string} home
 * @param {Note} note
 */
async function writeNote(home, note) {
  const draft = path.join(home, `note-${process.pid}`);
  await writeFile(draft, JSON.stringify(note));
  await rename(draft, path.join(home, 'note.json'));
  return note;
}

/**
 * Programs that still run may load their parts from a few former ones.
 *
 * @param {string} home
 */
async function removeOld(home) {
  const folders = (await readdir(home)).filter(name => /^\d+-\d+$/.test(name)).sort();
  for (const name of folders.slice(0, -4)) await rm(path.join(home, name), { recursive: true, force: true });
}

/** @param {string | Uint8Array} content */
function digestOf(content) {
  return createHash('sha256').update(content).digest('hex');
}
