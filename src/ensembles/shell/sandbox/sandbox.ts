import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { errors, reasonOf } from '../../../converser/ground/errors.ts';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import type { Watch } from '../../../converser/words/workspace/undo-journal.ts';
import type { Launch } from '../../process/start-process.ts';
import type { Access, SandboxMode } from './access.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import { confine, type PlacePorts } from './confine.ts';
import { type Bubblewrap, createBubblewrapFinder } from './find-bubblewrap.ts';
import { type Guarded, guardedIn, realPaths } from './guarded-places.ts';
import { createHeldNames } from './held-names.ts';
import { createHeldNotes } from './held-notes.ts';
import { applyLayer, bringRefused, changesIn, type RefusedChange } from './layer/apply-layer.ts';
import { createGate } from './layer/gate.ts';
import { createLayers } from './layer/layers.ts';
import type { Layer, Overlay } from './layer/overlay.ts';
import { changedBeside, type ProposedText, proposeIn } from './layer/propose-in-layer.ts';
import { withoutLocalSockets } from './socket-filter.ts';

export interface Sandbox {
  /** Commands are told apart by their access, unless you have switched it off. */
  isOn(): boolean;
  /** Never rejects. */
  plan(access: Access): Promise<SandboxPlan>;
}

export type SandboxPlan =
  /** `enclose` gets a folder for temporary files, which stays until Converser ends. In the background, what it changes is seen at once. */
  | {
      readonly kind: 'sandboxed';
      readonly hasNetwork: boolean;
      readonly enclose: (launch: PlacedLaunch, by: EncloseOptions) => Promise<Enclosed>;
    }
  /** `why` says, as the rest of a sentence, why the machine has no sandbox; without it, this command is to run without. */
  | { readonly kind: 'open'; readonly why?: string }
  | { readonly kind: 'refused'; readonly why: string };

export type PlacedLaunch = Omit<Launch, 'cwd'> & { readonly cwd: string };

export interface EncloseOptions {
  readonly temporary: string;
  readonly isBackground: boolean;
  /** It names keys, which you were asked about. */
  readonly seesKeys?: boolean | undefined;
  /** Without it, the command’s changes can’t be undone. */
  readonly watch?: Watch | undefined;
  /** It runs on a copy with these, and what it changes is not kept. */
  readonly proposed?: readonly ProposedText[] | undefined;
}

export interface Enclosed {
  readonly launch: Launch;
  /** To be called once it has ended. What it changed is kept by then. */
  readonly release: () => Promise<Released>;
}

export interface Released {
  /** New protected places, which can’t be kept from being made without a layer. */
  readonly made: readonly string[];
  /** What isn’t in the workspace, as it would change protected places. */
  readonly refused: readonly RefusedChange[];
  /** Changes these places nevertheless. Resolves to those that it changed. */
  readonly bring?: (watch: Watch | undefined) => Promise<readonly string[]>;
  /** What it changed on the copy that it ran on, which is gone. Absent: it ran on no copy. */
  readonly dropped?: readonly string[];
}

export const nothingReleased: Released = { made: [], refused: [] };

export interface SandboxPorts extends PlacePorts {
  readonly folder: string;
  readonly mode: () => SandboxMode;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const setting = 'Your setting converser.shell.sandbox (in a terminal --sandbox)';

/** The end of a sentence. */
const tooMany = ({ hasMoreSecrets }: Guarded) =>
  `a sandbox for this, as the workspace has too many files or protected places to guard. Run it ${hasMoreSecrets ? '' : 'in the foreground, or '}with access "full"`;

/** The end of a sentence. */
export const notCopied =
  'commands that see what waits for review, on this machine or outside the sandbox. Ask the user to keep or discard it first';

const elsewhere = 'Converser has one on Linux, with bubblewrap';

/** See https://github.com/containers/bubblewrap. */
export function createSandbox(ports: SandboxPorts): Sandbox {
  const { mode, environment } = ports;
  const roots = () => ports.roots().map(({ path: place }) => place);
  const find = createBubblewrapFinder({ environment, roots });
  const held = createHeldNames(createHeldNotes(ports.folder));
  const layers = createLayers(path.join(ports.folder, 'layers'));

  async function plan(access: Access): Promise<SandboxPlan> {
    const wanted = mode();
    if (wanted === 'off') return { kind: 'open' };
    if (access === 'full') {
      if (wanted === 'auto') return { kind: 'open' };
      return {
        kind: 'refused',
        why: `${setting} lets no command out of the sandbox.`,
      };
    }
    const found = await findFor();
    if (found.kind === 'found') return sandboxed(found, access === 'network');
    if (wanted === 'auto') return { kind: 'open', why: found.why };
    return {
      kind: 'refused',
      why: `${setting} requires a sandbox, and there is none: ${found.why}.`,
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
      async enclose({ cwd, ...launch }, { temporary, isBackground, seesKeys = false, watch, proposed }) {
        const overlay = isBackground ? undefined : await layers.open(await realPaths(roots()));
        if (overlay === undefined && proposed?.length) throw errors.notAvailable(notCopied);
        const watched = overlay === undefined ? await watch?.() : undefined;
        let names: Awaited<ReturnType<typeof held.hold>> | undefined;
        const takeDown = async () => {
          await Promise.all([names?.release(), overlay?.remove()]);
          await watched?.done();
        };
        try {
          if (overlay !== undefined && proposed !== undefined) await proposeIn(overlay.layers, proposed);
          if (overlay === undefined) names = await held.hold(await realPaths(roots()));
          const command = { program: launch.file, searchPath: launch.env.PATH ?? '', seesKeys };
          const { guarded, ...places } = await confine(ports, command);
          if (guarded.hasMoreSecrets || (overlay === undefined && guarded.hasMore))
            throw errors.notAvailable(tooMany(guarded));
          const kept = [...guarded.places, ...places.ours];
          const args = await bubblewrapArguments({
            ...{ ...places, hasNetwork, temporary, cwd },
            guarded: kept,
            ...(overlay && { layers: overlay.layers }),
          });
          const env = {
            ...cacheVariables(ports.home, places.writable),
            ...launch.env,
            ...(launch.env.TMPDIR !== undefined && { TMPDIR: '/tmp' }),
          };
          const plain = { file, args: [...args, '--', launch.file, ...launch.args] };
          const inside = hasNetwork ? await withoutLocalSockets(plain, ports.folder) : plain;
          return {
            launch: { ...(overlay?.enter(inside.file, inside.args) ?? inside), env },
            async release() {
              if (overlay !== undefined && proposed !== undefined) return discard(overlay, proposed);
              if (overlay !== undefined) return apply(overlay, { kept, watch });
              await takeDown();
              const now = await guardedIn(ports);
              return { made: now.places.filter(place => !kept.includes(place)), refused: [] };
            },
          };
        } catch (cause) {
          await takeDown();
          throw cause;
        }
      },
    };
  }

  async function discard(overlay: Overlay, proposed: readonly ProposedText[]): Promise<Released> {
    try {
      const changes = await Promise.all(overlay.layers.map(layer => changesIn(layer, overlay)));
      return { ...nothingReleased, dropped: await changedBeside(changes, proposed) };
    } finally {
      await overlay.remove();
    }
  }

  async function apply(
    overlay: Overlay,
    { kept, watch }: Pick<EncloseOptions, 'watch'> & { readonly kept: readonly string[] },
  ): Promise<Released> {
    const opened = await Promise.all(
      ports.roots().map(async root => ({ root, real: await realpath(root.path).catch(() => root.path) })),
    );
    const [whyAdded, isDenied] = await Promise.all([ports.addedPlaces.now(), ports.denied()]);
    const gate = createGate({ roots: opened, kept, whyAdded, isDenied });
    const refused: RefusedChange[] = [];
    const failed =
      ({ below }: Layer) =>
      (cause: unknown) =>
        void refused.push({ place: below, why: reasonOf(cause), isFinal: true });
    const looked = overlay.layers.map(layer => changesIn(layer, overlay).catch(failed(layer)));
    const changes = (await Promise.all(looked)).filter(each => each !== undefined);
    const touched = changes.flatMap(each => each.touched);
    try {
      const watched = touched.length === 0 ? undefined : await watch?.(touched);
      for (const each of changes)
        refused.push(...((await applyLayer(each, gate).catch(failed(each.layer))) ?? []));
      await watched?.done();
    } catch (cause) {
      for (const { layer } of changes) failed(layer)(cause);
    }
    if (refused.every(({ isFinal }) => isFinal)) await overlay.remove();
    let left: readonly RefusedChange[] = refused;
    return {
      made: [],
      get refused() {
        return left;
      },
      async bring(by) {
        const brought = await bringRefused(left, by);
        left = [];
        await overlay.remove();
        return brought;
      },
    };
  }

  return { isOn: () => mode() !== 'off', plan };
}

export async function withoutSandbox(launch: Launch, watch: Watch | undefined): Promise<Enclosed> {
  const watched = await watch?.();
  return {
    launch,
    async release() {
      await watched?.done();
      return nothingReleased;
    },
  };
}

const caches = [
  ['npm_config_cache', '.npm'],
  ['GOCACHE', '.cache/go-build'],
  ['PIP_CACHE_DIR', '.cache/pip'],
  ['UV_CACHE_DIR', '.cache/uv'],
  ['YARN_CACHE_FOLDER', '.cache/yarn'],
] as const;

/** Programs that refuse to work without a cache get one among the temporary files where theirs can't be written. */
function cacheVariables(home: string, writable: readonly string[]): Readonly<Record<string, string>> {
  const missing = caches.filter(
    ([, place]) => !writable.some(folder => isWithin(path.join(home, place), folder)),
  );
  return Object.fromEntries(missing.map(([name, place]) => [name, `/tmp/${place.replaceAll('/', '-')}`]));
}
