import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import type { HiddenHomes } from './hidden-homes.ts';
import type { Layer } from './layer/overlay.ts';

/** All paths are absolute and real. */
export interface Confinement {
  readonly writable: readonly string[];
  readonly guarded: readonly string[];
  readonly hidden: readonly HiddenPlace[];
  readonly seen: HiddenHomes;
  readonly hasNetwork: boolean;
  readonly temporary: string;
  readonly cwd: string;
  /** Each stands for its folder below; the namespace they are in has its own users. */
  readonly layers?: readonly Pick<Layer, 'below' | 'merged'>[];
}

export interface HiddenPlace {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/** All other files outside of homes can be read, as programs lie everywhere; other processes, temporary files and sockets are absent. */
export async function bubblewrapArguments({
  writable,
  guarded,
  hidden,
  seen: { homes, links, shown },
  hasNetwork,
  temporary,
  cwd,
  layers = [],
}: Confinement): Promise<readonly string[]> {
  const unlayered = writable.filter(place => !layers.some(({ below }) => isWithin(place, below)));
  const held = foldersAbove(guarded, unlayered);
  const hiddenFolders = hidden.filter(({ kind }) => kind === 'folder').map(each => each.path);
  return [
    ...isolation(),
    ...(layers.length > 0 ? sameUser() : []),
    ...(hasNetwork ? [] : ['--unshare-net']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...(process.getuid?.() === 0 ? ofKernel : ['sys']).flatMap(name => [
      '--ro-bind-try',
      `/proc/${name}`,
      `/proc/${name}`,
    ]),
    ...['--tmpfs', '/run'],
    ...(await neededOfRun()).flatMap(place => ['--ro-bind-try', place, place]),
    ...['--bind', temporary, '/tmp', '--bind', temporary, '/var/tmp'],
    ...homes.flatMap(home => ['--tmpfs', home]),
    ...links.flatMap(([place, target]) => ['--symlink', target, place]),
    ...shown.flatMap(place => ['--ro-bind-try', place, place]),
    ...outermostFirst([...writable, ...held]).flatMap(place => {
      const source = layers.find(({ below }) => below === place)?.merged ?? place;
      return ['--bind', source, place];
    }),
    ...outermostFirst(guarded).flatMap(place => ['--ro-bind-try', place, place]),
    ...hidden.flatMap(({ path: place, kind }) =>
      kind === 'folder' ? ['--tmpfs', place] : ['--ro-bind', '/dev/null', place],
    ),
    // What a program wrote there would be lost in silence.
    ...[...homes, ...hiddenFolders].flatMap(place => ['--remount-ro', place]),
    ...['--chdir', cwd],
  ];
}

/** Root could change the system there, as by naming a program that it runs; bubblewrap sees to the rest of /proc. */
const ofKernel = ['sys', 'fs', 'scsi', 'acpi', 'driver', 'mtrr'];

/** It ends with us. Root keeps what it takes to work with others' files, and nothing that could undo a mount. */
export function isolation(isRoot = process.getuid?.() === 0): readonly string[] {
  const kept = isRoot ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'SETGID', 'SETUID'] : [];
  return [
    ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--cap-drop', 'ALL'],
    ...kept.flatMap(name => ['--cap-add', `CAP_${name}`]),
  ];
}

/** Where layers are mounted, you are root for the system. */
function sameUser(): readonly string[] {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  return user === 0 ? [] : ['--unshare-user', '--uid', String(user), '--gid', String(group)];
}

/** Programs need these of a folder that also holds the sockets of Docker, of the desktop and of editors. */
async function neededOfRun(): Promise<readonly string[]> {
  const names = await realpath('/etc/resolv.conf').catch(() => '');
  return [...systemsInRun, ...(names.startsWith('/run/') ? [path.dirname(names)] : [])];
}

/** NixOS keeps its programs there. */
const systemsInRun = ['/run/current-system', '/run/booted-system', '/run/opengl-driver'];

/** A mount moves along when a folder above it is renamed, and a folder that is a mount itself can’t be. */
function foldersAbove(places: readonly string[], writable: readonly string[]): readonly string[] {
  const above = new Set<string>();
  for (const place of places) {
    const inWritable = writable.filter(each => isWithin(place, each));
    for (let at = path.dirname(place); inWritable.some(each => each !== at && isWithin(at, each)); ) {
      above.add(at);
      at = path.dirname(at);
    }
  }
  return [...above];
}

/** A mount hides what was mounted below it before. */
function outermostFirst(places: readonly string[]): readonly string[] {
  return places.toSorted((one, other) => one.length - other.length);
}
