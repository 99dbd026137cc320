import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** All paths are absolute and real. */
export interface Confinement {
  /** Files may be written below these. */
  readonly writable: readonly string[];
  /** Places within those can only be read. */
  readonly guarded: readonly string[];
  /** These can't even be read. */
  readonly hidden: readonly HiddenPlace[];
  readonly hasNetwork: boolean;
  /** Stands for the system's folders of temporary files. */
  readonly temporary: string;
  readonly cwd: string;
}

export interface HiddenPlace {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/**
 * Everything else can be read, as programs and libraries lie everywhere. The processes, temporary files and sockets of
 * others are not there.
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

/** A command finds these folders without what others have put there. */
export const emptied = ['/run', '/var/run', '/tmp', '/var/tmp', '/dev'] as const;

/**
 * It sees only its own processes, and ends with us. Root keeps what it takes to work with others' files, as in a
 * container, and nothing that could undo a mount.
 */
export function isolation(isRoot = process.getuid?.() === 0): readonly string[] {
  const kept = isRoot ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'SETGID', 'SETUID'] : [];
  return [
    ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--cap-drop', 'ALL'],
    ...kept.flatMap(name => ['--cap-add', `CAP_${name}`]),
  ];
}

/** Programs need these of a folder that also holds the sockets of Docker, of the desktop and of editors. */
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
