import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import path from 'node:path';
import { removeAll } from './remove-all.ts';

/** What a command changes in these folders lies in another place until it is applied. */
export interface Overlay {
  readonly layers: readonly Layer[];
  /** Starts what is started in it, which finds each layer’s folder at `merged`. */
  enter(file: string, args: readonly string[]): { readonly file: string; readonly args: readonly string[] };
  /** Names what is still in these folders of the layer, each by its path below. Rejects if it can’t be looked at. */
  left(layer: Layer, folders: readonly string[]): Promise<ReadonlySet<string>>;
  remove(): Promise<void>;
}

export interface Layer {
  /** Absolute and real: the folder of the workspace, which stays as it is. */
  readonly below: string;
  /** Holds what was made or changed, and marks for what was removed. */
  readonly upper: string;
  readonly merged: string;
}

/** In milliseconds. */
const patience = 10_000;
/** In bytes, of names. */
const mostNames = 256 * 1024 ** 2;

/** Only in the namespaces of the command; as root, others’ files stay theirs. See mount(8) and overlayfs in the kernel’s documentation. */
const isRoot = process.getuid?.() === 0;
const namespaces = ['-m', ...(isRoot ? [] : ['-r'])];
const ownMarks = isRoot ? '' : ',userxattr';

const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

// Paths in a mount’s options would need their commas and colons escaped, so all are short names in one folder.
const mounting = (options: string) => `cd "$1" && shift && count=$1 && shift && at=0
while [ $at -lt $count ]; do
  PATH=${environment.PATH} mount -t overlay overlay -o "${options}${ownMarks}" "merged$at" || exit 125
  at=$((at + 1))
done
`;
const entering = `${mounting('lowerdir=below$at,upperdir=upper$at,workdir=work$at')}exec "$@"`;
const listing = `${mounting('ro,lowerdir=upper$at:below$at')}cd "$1" && exec xargs -0 sh -c 'exec find "$@" -mindepth 1 -maxdepth 1 -print0' sh`;

export interface OverlayPorts {
  /** Where layers lie; absolute. */
  readonly folder: string;
  /** util-linux’s program; absolute. */
  readonly unshare: string;
}

/** Rejects if the machine has no overlays here: nothing was made then. */
export async function openOverlay(
  roots: readonly string[],
  { folder, unshare }: OverlayPorts,
): Promise<Overlay> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(path.join(folder, 'layer-'));
  const remove = () => removeAll(own);
  const layers = roots.map((below, at) => ({
    below,
    upper: path.join(own, `upper${at}`),
    merged: path.join(own, `merged${at}`),
  }));
  const start = (script: string, rest: readonly string[]) => [
    ...[...namespaces, '/bin/sh', '-c', script, 'sh', own, String(layers.length)],
    ...rest,
  ];
  try {
    for (const [at, below] of roots.entries()) {
      for (const name of ['upper', 'work', 'merged']) await mkdir(path.join(own, `${name}${at}`));
      await symlink(below, path.join(own, `below${at}`));
    }
    return {
      layers,
      enter: (file, args) => ({ file: unshare, args: start(entering, [file, ...args]) }),
      async left(layer, folders) {
        const at = layers.indexOf(layer);
        const input = folders.map(each => `./${each}\0`).join('');
        const said = await run(unshare, start(listing, [`merged${at}`]), input);
        return new Set(said.split('\0').map(each => path.posix.normalize(each)));
      },
      remove,
    };
  } catch (cause) {
    await remove();
    throw cause;
  }
}

function run(file: string, args: readonly string[], input: string): Promise<string> {
  const options = { timeout: patience, env: environment, maxBuffer: mostNames };
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, options, (error, said) => {
      if (error === null) resolve(said);
      else reject(error);
    });
    child.stdin?.on('error', () => {}).end(input);
  });
}
