import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import { decodeFile } from '../../../converser/words/workspace/decode-file.ts';
import { readBytes } from '../../../files/read-regular-file.ts';
import type { DescriptorFile, DescriptorFiles } from './descriptor-files.ts';

/** Larger files are neither descriptors nor tools written by hand. */
const largest = 1_000_000;

export const nodeDescriptorFiles: DescriptorFiles = {
  list: async folder => (await readdir(folder).catch(() => [])).sort(),
  read: file => read(file).catch(() => undefined),
  watch: watchFolders,
};

async function read(file: string): Promise<DescriptorFile> {
  const realPath = await realpath(file);
  try {
    return { ...decodeFile(await readBytes(file, { most: largest, followsLinks: true })), realPath };
  } catch (cause) {
    return { text: '', problem: `This file can’t be read: ${reasonOf(cause)}.`, realPath };
  }
}

/** In milliseconds. Editors write a file in several steps: truncate, write, rename, set the time. */
const settling = 50;

/** Ends after one call: a folder may be replaced. On Linux, Node's recursive watching loses new folders. */
function watchFolders(folders: readonly string[], onChange: () => void): Disposable {
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    clearTimeout(timer);
    for (const watcher of watchers.splice(0)) watcher.close();
  };
  const changed = () => {
    if (watchers.length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      close();
      onChange();
    }, settling);
  };
  const arm = (wanted: Places) => {
    for (const [folder, awaited] of wanted) {
      const watcher = watchOne(folder, name => {
        if (awaited === undefined || name === null || awaited.has(name)) changed();
      });
      if (watcher === undefined) continue;
      // Windows reports an error when the folder itself is gone.
      watcher.on('error', changed);
      watchers.push(watcher);
    }
  };
  const wanted = placesOf(folders);
  arm(wanted);
  // A folder that appeared just now would otherwise be missed.
  const now = placesOf(folders);
  arm(new Map([...now].filter(([folder]) => !wanted.has(folder))));
  return { dispose: close };
}

type Places = ReadonlyMap<string, ReadonlySet<string> | undefined>;

/** What isn't a folder is watched by name in its nearest existing parent, whose other changes don't count. */
function placesOf(folders: readonly string[]): Places {
  const found = new Map<string, Set<string> | undefined>();
  for (const folder of folders) {
    if (isFolder(folder)) {
      found.set(folder, undefined);
      continue;
    }
    const { parent, name } = nearestParent(folder);
    if (!found.has(parent)) found.set(parent, new Set());
    found.get(parent)?.add(name);
  }
  return found;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function nearestParent(folder: string): { readonly parent: string; readonly name: string } {
  const parent = path.dirname(folder);
  return existsSync(parent) || parent === folder
    ? { parent, name: path.basename(folder) }
    : nearestParent(parent);
}

/** Where a folder can't be watched, as when a limit of the system is reached, changes come with the next reload. */
function watchOne(folder: string, onEvent: (name: string | null) => void): FSWatcher | undefined {
  try {
    return watch(folder, { persistent: false }, (_event, name) => onEvent(name));
  } catch {
    return undefined;
  }
}
