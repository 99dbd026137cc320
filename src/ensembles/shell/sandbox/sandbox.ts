import path from 'node:path';
import type { Clock } from '../../../converser/ports.ts';
import { isWithin } from '../../../converser/workspace/paths.ts';
import type { Launch } from '../../process/start-process.ts';
import type { Access } from './access.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import { type Bubblewrap, createBubblewrapFinder } from './find-bubblewrap.ts';
import { guardedPlaces } from './guarded-places.ts';
import { createHeldNames } from './held-names.ts';
import { hiddenPlaces } from './hidden-places.ts';
import { realFolders } from './real-folders.ts';
import type { SandboxMode } from './sandbox-mode.ts';

/** Keeps what commands do within the workspace. */
export interface Sandbox {
  /** Whether commands are told apart by their access. They are not where you have switched it off. */
  isOn(): boolean;
  /** How a command would run now. Never rejects. */
  plan(access: Access): Promise<SandboxPlan>;
}

export type SandboxPlan =
  /** It gets a folder of its own for temporary files, which is there until the program ends that runs commands. */
  | {
      readonly kind: 'sandboxed';
      readonly hasNetwork: boolean;
      readonly enclose: (launch: PlacedLaunch, temporary: string) => Promise<Enclosed>;
    }
  /** `why` there is no sandbox, as the rest of a sentence. Absent: this command shall run without. */
  | { readonly kind: 'open'; readonly why?: string }
  | { readonly kind: 'refused'; readonly why: string };

/** With the real path of its folder. */
export type PlacedLaunch = Omit<Launch, 'cwd'> & { readonly cwd: string };

export interface Enclosed {
  readonly launch: Launch;
  /**
   * Is called once it has ended, and says what protected files and folders are new, by their absolute paths: what is not
   * there can't be kept from being made. Never rejects.
   */
  readonly release: () => Promise<readonly string[]>;
}

export interface SandboxPorts {
  readonly mode: () => SandboxMode;
  /** Absolute paths of the folders in which commands may write. */
  readonly roots: () => readonly string[];
  /** Further folders of your own in which they may, such as a cache; absolute, or in `~/`. */
  readonly writable: () => readonly string[];
  /** Why a path within a root is protected. `undefined`: it isn't. */
  readonly whyProtected: (path: string) => string | undefined;
  /** Absolute paths that are protected for what they are used as. */
  readonly protectedPlaces: () => readonly string[];
  /** Absolute paths of what commands must not even read, besides your keys. */
  readonly hidden: readonly string[];
  /** Absolute. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

const elsewhere = 'Converser has one on Linux, with bubblewrap';

/** https://github.com/containers/bubblewrap */
export function createSandbox(ports: SandboxPorts): Sandbox {
  const { mode, environment, roots, clock } = ports;
  const find = createBubblewrapFinder({ environment, roots, clock });
  const held = createHeldNames();

  const inHome = (place: string) => place.replace(/^~(?=[/\\]|$)/, ports.home);

  async function plan(access: Access): Promise<SandboxPlan> {
    const wanted = mode();
    if (wanted === 'off') return { kind: 'open' };
    if (access === 'full') {
      if (wanted === 'auto') return { kind: 'open' };
      return {
        kind: 'refused',
        why: 'Your setting converser.shell.sandbox lets no command out of the sandbox.',
      };
    }
    const found = await findFor();
    if (found.kind === 'found') return sandboxed(found, access === 'network');
    if (wanted === 'auto') return { kind: 'open', why: found.why };
    return {
      kind: 'refused',
      why: `Your setting converser.shell.sandbox requires a sandbox, and there is none: ${found.why}.`,
    };
  }

  async function findFor(): Promise<Bubblewrap> {
    if (process.platform !== 'linux') return { kind: 'missing', why: elsewhere };
    if (roots().includes('/')) return { kind: 'missing', why: 'the workspace is the whole disk' };
    return find();
  }

  function sandboxed({ file }: Extract<Bubblewrap, { kind: 'found' }>, hasNetwork: boolean): SandboxPlan {
    return {
      kind: 'sandboxed',
      hasNetwork,
      async enclose({ cwd, ...launch }, temporary) {
        const roots = await realFolders(ports.roots());
        const names = await held.hold(roots);
        try {
          const writable = [
            ...roots,
            ...(await realFolders(ports.writable().map(inHome).filter(path.isAbsolute))),
          ];
          const ours = await realFolders(ports.protectedPlaces());
          const known = await guardedPlaces(roots, ports.whyProtected);
          const guarded = [
            ...known,
            ...ours.filter(place => writable.some(folder => isWithin(place, folder))),
          ];
          const hidden = await hiddenPlaces({ home: ports.home, places: ports.hidden, writable });
          const args = await bubblewrapArguments({ writable, guarded, hidden, hasNetwork, temporary, cwd });
          const env = { ...launch.env, ...(launch.env.TMPDIR !== undefined && { TMPDIR: '/tmp' }) };
          return {
            launch: { file, args: [...args, '--', launch.file, ...launch.args], env },
            async release() {
              await names.release();
              const now = await guardedPlaces(roots, ports.whyProtected);
              return now.filter(place => !known.includes(place));
            },
          };
        } catch (cause) {
          await names.release();
          throw cause;
        }
      },
    };
  }

  return { isOn: () => mode() !== 'off', plan };
}
