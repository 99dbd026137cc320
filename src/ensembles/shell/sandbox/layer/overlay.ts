import { execFile } from 'node:child_process';
import { lstat, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bytePath } from '../../../../files/byte-names.ts';
import { removeAll } from '../../../../files/remove-all.ts';

/** What a command changes in these folders lies in another place until it is applied. */
export interface Overlay {
  readonly layers: readonly Layer[];
  /** Starts what is started in it, which finds each layer’s folder at `merged`. */
  enter(file: string, args: readonly string[]): { readonly file: string; readonly args: readonly string[] };
  /** Which of these folders of the layer, each by its path below, show nothing of what is below. Rejects if it can’t be told. */
  covered(layer: Layer, folders: readonly string[]): Promise<ReadonlySet<string>>;
  remove(): Promise<void>;
}

export interface Layer {
  /** Absolute and real: the folder of the workspace, which stays as it is. */
  readonly below: string;
  /** Holds what was made or changed, and marks for what was removed. */
  readonly upper: string;
  readonly merged: string;
  /** When it was opened, in milliseconds since 1970, by the clock that marks files. */
  readonly since: number;
}

/** In milliseconds. */
const patience = 10_000;

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
/** The kernel marks such folders where Node.js can’t look; so each is looked at over one that holds a name of ours. */
const probing = `${mounting('ro,lowerdir=upper$at:probe$at')}cd "$1" && mark=$2 xargs -0 sh -c 'for each; do if [ -e "$each/$mark" ]; then printf y; else printf n; fi; done' sh`;

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
  const layers: Layer[] = [];
  const start = (script: string, rest: readonly string[]) => [
    ...[...namespaces, '/bin/sh', '-c', script, 'sh', own, String(roots.length)],
    ...rest,
  ];
  try {
    for (const [at, below] of roots.entries()) {
      for (const name of ['upper', 'work', 'merged', 'probe']) await mkdir(path.join(own, `${name}${at}`));
      const link = path.join(own, `below${at}`);
      await symlink(below, link);
      const { ctimeMs: since } = await lstat(link);
      layers.push({
        below,
        since,
        upper: path.join(own, `upper${at}`),
        merged: path.join(own, `merged${at}`),
      });
    }
    return {
      layers,
      enter: (file, args) => ({ file: unshare, args: start(entering, [file, ...args]) }),
      async covered(layer, folders) {
        const at = layers.indexOf(layer);
        const mark = crypto.randomUUID();
        for (const folder of folders) {
          const probe = path.join(own, `probe${at}`, folder);
          await mkdir(bytePath(probe), { recursive: true });
          await writeFile(bytePath(path.join(probe, mark)), '');
        }
        const names = folders.flatMap(each => [Buffer.from(bytePath(`./${each}`)), Buffer.of(0)]);
        const said = await run(unshare, start(probing, [`merged${at}`, mark]), Buffer.concat(names));
        if (said.length !== folders.length) throw new Error('The layer can’t be looked at.');
        return new Set(folders.filter((_, index) => said[index] === 'n'));
      },
      remove,
    };
  } catch (cause) {
    await remove();
    throw cause;
  }
}

function run(file: string, args: readonly string[], input: Buffer): Promise<string> {
  const options = { timeout: patience, env: environment, maxBuffer: Number.POSITIVE_INFINITY };
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, options, (error, said) => {
      if (error === null) resolve(said);
      else reject(error);
    });
    child.stdin?.on('error', () => {}).end(input);
  });
}
