import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serial } from '../../../../converser/ground/async/serial.ts';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import type { WatchedTool } from '../../../../converser/words/workspace/undo-journal.ts';
import { realPath, slashed } from '../../real-path.ts';
import { createContentStore } from '../content/content-store.ts';
import {
  type KeepingLimits,
  type KeepingPlan,
  keepContents,
  planKeeping,
  type UnkeptFile,
} from '../content/keep-contents.ts';
import { isWorthAsking, markHeldByGit } from '../content/mark-held-by-git.ts';
import { gitFoldersOf } from '../git/git-folders.ts';
import { gitState } from '../git/git-state.ts';
import { createObjects } from '../git/object-reader.ts';
import { type Entry, type Manifest, type RootManifest, untilTold } from '../manifest/folder-manifest.ts';
import { type ListingLimits, listFolders, outermost } from '../manifest/list-folders.ts';
import { createManifestFiles, type ManifestFiles } from '../manifest/manifest-file.ts';
import { notKeptLines } from './not-kept.ts';

export interface SnapshotLimits {
  readonly listing: ListingLimits;
  readonly keeping: KeepingLimits;
  /** In bytes, for the commands of all workspaces. */
  readonly store: number;
}

export const ordinarySnapshots: SnapshotLimits = {
  listing: { entries: 300_000, time: 10_000 },
  keeping: { file: 64 * 1024 ** 2, bytes: 512 * 1024 ** 2, time: 5_000 },
  store: 1024 ** 3,
};

export interface Snapshot {
  readonly manifest: Manifest;
  readonly name: string;
  readonly notKept: readonly string[];
}

interface Looking extends Pick<WatchedTool, 'signal'> {
  readonly only?: WatchedTool['only'] | undefined;
}

type Listed = Pick<RootManifest, 'root' | 'only'>;

export interface Snapshots {
  take(looking: Looking): Promise<Snapshot>;
  /** Lists the same again. */
  look(before: Manifest): Promise<Manifest>;
  load(name: string): Promise<Manifest | undefined>;
  readonly touch: ManifestFiles['touch'];
  readonly touched: ManifestFiles['touched'];
  contents(manifest: Manifest): Contents;
  /** Gives the lines that `take` would come to, without copying anything. */
  foresee(signal: AbortSignal): Promise<readonly string[]>;
}

export interface Contents {
  /** Resolves to `undefined` if it isn't kept. Never rejects. */
  read(entry: Entry): Promise<Uint8Array | undefined>;
  end(): void;
}

export interface SnapshotOptions {
  readonly folder: string;
  readonly roots: () => readonly string[];
  readonly limits: SnapshotLimits;
}

export function createSnapshots({ folder, roots, limits }: SnapshotOptions): Snapshots {
  const inTurn = serial();
  const store = createContentStore(path.join(folder, 'contents'), {
    pack: limits.store / 16,
    total: limits.store,
  });
  const files = createManifestFiles(path.join(folder, 'manifests'));
  const mirrors = path.join(folder, 'git');
  let last: Manifest | undefined;

  async function list(
    open: readonly Listed[],
    { known, signal }: { readonly known: Manifest | undefined; readonly signal: AbortSignal },
  ): Promise<Manifest> {
    const without = ownFolder(folder, roots());
    const listing = { without, limits: limits.listing, known: known?.roots, signal };
    const listed = await listFolders({ roots: open, ...listing });
    const earlier = new Map(known?.git.map(state => [state.worktree, state]));
    const isPart = listed.every(({ only, repositories }) => only && repositories.length === 0);
    const all = isPart ? [] : gitFoldersOf(listed);
    return { roots: listed, git: all.map(each => gitState(each, earlier.get(each.worktree))) };
  }

  /** Of a part, Git is asked only if that reaches into a repository, or where it spares much. */
  async function listNow({ only, signal }: Looking): Promise<Manifest> {
    if (only === undefined) last ??= await files.latest(outermost(roots()));
    await store.open();
    const open = await Promise.all(outermost(roots()).map(root => listedIn(root, only)));
    const manifest = await list(open, { known: only === undefined ? last : undefined, signal });
    if (only === undefined || !isWorthAsking(manifest.roots, limits.keeping.file)) return manifest;
    const withGit = open.map(each => ({ ...each, only: [...(each.only ?? []), repository] }));
    return list(withGit, { known: { ...manifest, git: last?.git ?? [] }, signal });
  }

  async function take({ only, signal }: Looking): Promise<Snapshot> {
    const manifest = await listNow({ only, signal });
    const wait = untilTold(manifest, Date.now());
    if (wait > 0) await setTimeout(wait, undefined, { signal });
    await markHeldByGit(manifest, { folder: mirrors, largest: limits.keeping.file, signal });
    await keepContents(manifest, { store, limits: limits.keeping, signal });
    await store.trim(() => hashesIn([...manifest.roots, ...(last?.roots ?? [])]));
    const { wanted, unkept } = planKeeping(manifest, { has: store.has, limits: limits.keeping });
    const name = await files.save(manifest);
    if (only === undefined) last = manifest;
    return { manifest, name, notKept: notKeptLines(manifest, [...unkept, ...wanted.map(unkeptOf)]) };
  }

  return {
    take: about => inTurn(() => take(about)),
    look: before => list(before.roots, { known: before, signal: new AbortController().signal }),
    touch: files.touch,
    touched: files.touched,
    async load(name) {
      const manifest = await files.load(name);
      if (manifest !== undefined) await store.open();
      return manifest;
    },
    contents(manifest) {
      const objects = createObjects(manifest.git, mirrors);
      return {
        async read({ hash, blob }) {
          if (hash !== undefined) return store.read(hash);
          return blob === undefined ? undefined : objects.read(blob);
        },
        end: objects.end,
      };
    },
    foresee: signal =>
      inTurn(async () => {
        const manifest = await listNow({ signal });
        // Where nothing was copied yet, only what is too large by itself is known to be lost: commands may change a part.
        const bytes = last === undefined ? Number.POSITIVE_INFINITY : limits.keeping.bytes;
        const { unkept } = planKeeping(manifest, { has: store.has, limits: { ...limits.keeping, bytes } });
        return notKeptLines(manifest, unkept);
      }),
  };
}

const repository = { path: '.git', isWhole: false };

async function listedIn(root: string, only: WatchedTool['only']): Promise<Listed> {
  if (only === undefined) return { root };
  const real = await realPath(root).catch(() => root);
  const inside = only.filter(({ place }) => isWithin(place, real));
  return { root, only: inside.map(({ place, isWhole }) => ({ path: path.relative(real, place), isWhole })) };
}

/** What Converser writes in its own folder while a command runs is not the command's. */
function ownFolder(folder: string, roots: readonly string[]): string {
  const [own, above] = [slashed(folder), slashed(path.dirname(folder))];
  return roots.some(root => above !== root && isWithin(above, root)) ? above : own;
}

function unkeptOf({ root, path: relative, entry }: KeepingPlan['wanted'][number]): UnkeptFile {
  return { root, path: relative, size: entry.size };
}

function hashesIn(roots: Manifest['roots']): ReadonlySet<string> {
  const hashes = new Set<string>();
  for (const { entries } of roots)
    for (const { hash } of entries.values()) if (hash !== undefined) hashes.add(hash);
  return hashes;
}
