import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** Absolute real paths. */
export interface Confinement {
  /** Where files may be written, with all that is in it. */
  readonly writable: readonly string[];
  /** What can only be read within those. */
  readonly guarded: readonly string[];
  /** What can't even be read. */
  readonly hidden: readonly HiddenPlace[];
  readonly hasNetwork: boolean;
  /** A folder that stands for the system's folders of temporary files. */
  readonly temporary: string;
  readonly cwd: string;
}

export interface HiddenPlace {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/**
 * What bubblewrap makes of a confinement. Everything else can be read, as programs and their libraries lie everywhere.
 * The processes, temporary files and sockets of others are not there.
 */
export async function bubblewrapArguments({
  writable,
  guarded,
  hidden,
  hasNetwork,
  temporary,
  cwd,
}: Confinement): Promise<readonly string[]> {
  return [
    ...isolation(),
    ...(hasNetwork ? [] : ['--unshare-net']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...['--tmpfs', '/run'],
    ...(await neededOfRun()).flatMap(place => ['--ro-bind-try', place, place]),
    ...['--bind', temporary, '/tmp', '--bind', temporary, '/var/tmp'],
    ...outermostFirst(writable).flatMap(place => ['--bind', place, place]),
    ...hidden.flatMap(({ path: place, kind }) =>
      kind === 'folder' ? ['--tmpfs', place] : ['--ro-bind', '/dev/null', place],
    ),
    ...outermostFirst(guarded).flatMap(place => ['--ro-bind-try', place, place]),
    ...['--chdir', cwd],
  ];
}

/** Folders of the system that a command finds without what others have put there. */
export const emptied = ['/run', '/var/run', '/tmp', '/var/tmp', '/dev'] as const;

/**
 * It sees its own processes only, and ends with us. Root keeps what it takes to work with others' files, as in a container,
 * and nothing that could undo a mount.
 */
export function isolation(isRoot = process.getuid?.() === 0): readonly string[] {
  const kept = isRoot ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'SETGID', 'SETUID'] : [];
  return [
    ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--cap-drop', 'ALL'],
    ...kept.flatMap(name => ['--cap-add', `CAP_${name}`]),
  ];
}

/** What programs need of a folder in which the sockets of others lie: those of Docker, of the desktop, of editors. */
async function neededOfRun(): Promise<readonly string[]> {
  const names = await realpath('/etc/resolv.conf').catch(() => '');
  return [...systemsInRun, ...(names.startsWith('/run/') ? [path.dirname(names)] : [])];
}

/** NixOS keeps its programs there. */
const systemsInRun = ['/run/current-system', '/run/booted-system', '/run/opengl-driver'];

/** A mount hides what was mounted below it before. */
function outermostFirst(places: readonly string[]): readonly string[] {
  return places.toSorted((one, other) => one.length - other.length);
}
