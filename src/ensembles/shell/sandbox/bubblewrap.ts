import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import type { Layer } from './layer/overlay.ts';

/** All paths are absolute and real. */
export interface Confinement {
  readonly writable: readonly string[];
  readonly guarded: readonly string[];
  readonly hidden: readonly HiddenPlace[];
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

/** All other files can be read, as programs lie everywhere; other processes, temporary files and sockets are absent. */
export async function bubblewrapArguments({
  writable,
  guarded,
  hidden,
  hasNetwork,
  temporary,
  cwd,
  layers = [],
}: Confinement): Promise<readonly string[]> {
  const held = layers.length > 0 ? [] : foldersAbove(guarded, writable);
  return [
    ...isolation(),
    ...(layers.length > 0 ? sameUser() : []),
    ...(hasNetwork ? [] : ['--unshare-net']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    // Root could name a program there that the system runs.
    ...['--ro-bind', '/proc/sys', '/proc/sys', '--tmpfs', '/run'],
    ...(await neededOfRun()).flatMap(place => ['--ro-bind-try', place, place]),
    ...['--bind', temporary, '/tmp', '--bind', temporary, '/var/tmp'],
    ...outermostFirst([...writable, ...held]).flatMap(place => {
      const source = layers.find(({ below }) => below === place)?.merged ?? place;
      return ['--bind', source, place];
    }),
    ...hidden.flatMap(({ path: place, kind }) =>
      kind === 'folder' ? ['--tmpfs', place] : ['--ro-bind', '/dev/null', place],
    ),
    ...outermostFirst(guarded).flatMap(place => ['--ro-bind-try', place, place]),
    ...['--chdir', cwd],
  ];
}

/** A command finds these folders without what others have put there. */
export const emptied = ['/run', '/var/run', '/tmp', '/var/tmp', '/dev'] as const;

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
