import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import { removeAll } from '../../../../files/remove-all.ts';
import { findCommand } from '../../../process/find-command.ts';
import { isAlive } from '../../../process/is-alive.ts';
import { outermost } from '../../../workspace/journal/manifest/list-folders.ts';
import { type Overlay, openOverlay } from './overlay.ts';

export interface Layers {
  /** Resolves to `undefined` where this machine has no overlays over these folders. Never rejects. */
  open(roots: readonly string[]): Promise<Overlay | undefined>;
}

/** In milliseconds. */
const patience = 3_000;

/** `folder` is for layers alone. */
export function createLayers(folder: string): Layers {
  const works = new Map<string, Promise<boolean>>();
  let cleared: Promise<void> | undefined;
  const own = path.join(folder, String(process.pid));

  async function tried(roots: readonly string[]): Promise<boolean> {
    const overlay = await opened(roots);
    const { file, args } = overlay.enter('/bin/true', []);
    try {
      await promisify(execFile)(file, args, { timeout: patience, env: {} });
      return true;
    } finally {
      await overlay.remove();
    }
  }

  async function opened(roots: readonly string[]): Promise<Overlay> {
    const unshare = await findCommand('unshare', { searchPath: '/usr/bin:/bin', cwd: '/' });
    if (unshare === undefined) throw new Error('util-linux isn’t installed.');
    return openOverlay(roots, { folder: own, unshare });
  }

  return {
    async open(all) {
      cleared ??= clearOthers(folder);
      await cleared;
      const roots = outermost(all);
      const key = roots.join('\0');
      const isUsable =
        works.get(key) ??
        canLayer(roots)
          .then(can => can && tried(roots))
          .catch(() => false);
      works.set(key, isUsable);
      if (!(await isUsable)) return undefined;
      return opened(roots).catch(() => undefined);
    },
  };
}

/** A mount below a folder isn’t seen through a layer, and others’ files can’t be changed in one. */
async function canLayer(roots: readonly string[]): Promise<boolean> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8');
  const places = mounts.split('\n').map(line => unescaped(line.split(' ')[4] ?? ''));
  if (places.some(place => roots.some(root => place !== root && isWithin(place, root)))) return false;
  const owners = await Promise.all(roots.map(root => stat(root)));
  const user = process.getuid?.();
  return user === 0 || owners.every(({ uid }) => uid === user);
}

function unescaped(place: string): string {
  return place.replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8)));
}

/** What a process that was killed left was never applied. */
async function clearOthers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (!isAlive(Number(name))) await removeAll(path.join(folder, name)).catch(() => {});
}
