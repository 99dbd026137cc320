import path from 'node:path';
import type { Ensemble } from '../converser/ensemble.ts';
import type { EnsembleRoster } from '../converser/ensemble-roster.ts';
import { reasonOf } from '../converser/errors.ts';
import type { Log } from '../converser/host.ts';
import type { Origin } from '../converser/invoker.ts';
import { type Disposable, type Listen, listeners } from '../converser/listeners.ts';
import { chooseDescriptors } from './choose-descriptors.ts';
import type { DescriptorFiles } from './descriptor-files.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { EnsembleKind } from './ensemble-kind.ts';
import { localKind } from './local/local-kind.ts';
import { nodeDescriptorFiles } from './node-descriptor-files.ts';
import { type PreparedDescriptor, prepareDescriptor } from './prepare-descriptor.ts';
import type { Tool } from './tool.ts';

/** A folder of descriptors: all `*.toml` directly in it. */
export interface EnsembleFolder {
  /** Absolute. It need not exist. */
  readonly path: string;
  readonly origin: Origin;
  /** A folder that is not trusted is not even read. */
  readonly isTrusted: () => boolean;
}

export interface PrepareEnsemblesOptions {
  /** A descriptor replaces the ones of its ensemble's name in earlier folders. */
  readonly folders: readonly EnsembleFolder[];
  /** What descriptors may name as `implementation`. */
  readonly tools: readonly Tool[];
  /** Is kept in step with the descriptors. */
  readonly roster: EnsembleRoster;
  readonly log: Log;
  /** Kinds besides `local`. */
  readonly kinds?: readonly EnsembleKind[];
  readonly files?: DescriptorFiles;
}

/** The ensembles of some folders, kept in step with what is on disk until they are disposed. */
export interface PreparedEnsembles {
  readonly diagnostics: Diagnostics;
  /** Tells all diagnostics whenever some have come or gone. */
  readonly onDidDiagnose: Listen<Diagnostics>;
  /** Reads everything again: after trust was granted, or where changes on disk are not told. */
  reload(): Promise<void>;
  /** Other folders from now on, as when a setting has changed. */
  setFolders(folders: readonly EnsembleFolder[]): Promise<void>;
  /** Takes all its ensembles out of the roster. */
  dispose(): Promise<void>;
}

/** By absolute path. Files without a mistake are absent. */
export type Diagnostics = ReadonlyMap<string, readonly Diagnostic[]>;

/** Milliseconds that a replacement for a ready ensemble may take to become ready itself. */
const handOver = 10_000;

export async function prepareEnsembles(options: PrepareEnsemblesOptions): Promise<PreparedEnsembles> {
  const { roster, log, files = nodeDescriptorFiles } = options;
  const kinds = [localKind(options.tools), ...(options.kinds ?? [])];
  const changes = listeners<Diagnostics>();
  const placed = new Map<string, Ensemble>();
  const reports = new Map<string, readonly Diagnostic[]>();
  let { folders } = options;
  let prepared: ReadonlyMap<string, PreparedDescriptor> = new Map();
  let repeated: readonly Diagnostic[] = [];
  let diagnostics: Diagnostics = new Map();
  let watching: Disposable | undefined;
  let isDisposed = false;
  let working: Promise<void> = Promise.resolve();

  /** One reading at a time, so that what is on disk last is what stands in the end. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    working = working.then(work).catch(cause => log.error(`Preparing ensembles failed: ${reasonOf(cause)}`));
    return working;
  }

  const watched = () => [
    ...new Set([
      ...folders.filter(folder => folder.isTrusted()).map(folder => path.resolve(folder.path)),
      ...[...prepared.values()].flatMap(descriptor => descriptor.folders),
    ]),
  ];

  async function load(): Promise<void> {
    if (isDisposed) return;
    let armed: readonly string[];
    do {
      armed = watched();
      watching?.dispose();
      watching = files.watch(armed, () => void inTurn(load));
      prepared = await readAll();
    } while (!isDisposed && watched().some(folder => !armed.includes(folder)));
    const chosen = await chooseDescriptors([...prepared.values()]);
    repeated = chosen.diagnostics;
    await place(chosen.ensembles);
    tell();
  }

  async function readAll(): Promise<ReadonlyMap<string, PreparedDescriptor>> {
    const trusted = folders.filter(folder => folder.isTrusted());
    const inFolders = await Promise.all(
      trusted.map(async (folder, rank) => {
        const names = (await files.list(folder.path)).filter(name => name.endsWith('.toml'));
        return names.map(name => ({ file: path.resolve(folder.path, name), origin: folder.origin, rank }));
      }),
    );
    const all = await Promise.all(inFolders.flat().map(readOne));
    return new Map(all.map(descriptor => [descriptor.file, descriptor]));
  }

  async function readOne(
    place: Pick<PreparedDescriptor, 'file' | 'origin' | 'rank'>,
  ): Promise<PreparedDescriptor> {
    const earlier = prepared.get(place.file);
    const isSame = earlier?.origin === place.origin && (await earlier.isCurrent());
    if (isSame) return { ...earlier, rank: place.rank };
    reports.delete(place.file);
    return prepareDescriptor(place, {
      kinds,
      files,
      ...(earlier === undefined ? {} : { earlier }),
      report: found => {
        reports.set(place.file, found);
        tell();
      },
    });
  }

  async function place(ensembles: ReadonlyMap<string, Ensemble>): Promise<void> {
    const gone = [...placed].filter(([name]) => !ensembles.has(name));
    const come = [...ensembles].filter(([name, ensemble]) => placed.get(name) !== ensemble);
    await Promise.all([
      ...gone.map(async ([name]) => {
        placed.delete(name);
        await roster.remove(name);
      }),
      ...come.map(async ([name, ensemble]) => {
        // A turn that is under way goes on calling the tools it was told of.
        if (placed.get(name)?.state.status === 'ready') await ensemble.connect(AbortSignal.timeout(handOver));
        placed.set(name, ensemble);
        await roster.set(ensemble);
      }),
    ]);
  }

  function tell(): void {
    const all = [
      ...[...prepared.values()].flatMap(descriptor => descriptor.diagnostics),
      ...repeated,
      ...[...reports].flatMap(([file, found]) => (prepared.has(file) ? found : [])),
    ];
    const next = byFile(all);
    if (JSON.stringify([...next]) === JSON.stringify([...diagnostics])) return;
    diagnostics = next;
    changes.fire(diagnostics);
  }

  await inTurn(load);
  return {
    get diagnostics() {
      return diagnostics;
    },
    onDidDiagnose: changes.listen,
    reload: () => inTurn(load),
    setFolders: next =>
      inTurn(() => {
        folders = next;
        return load();
      }),
    dispose: () => {
      isDisposed = true;
      watching?.dispose();
      return inTurn(async () => {
        watching?.dispose();
        await place(new Map());
      });
    },
  };
}

function byFile(diagnostics: readonly Diagnostic[]): Diagnostics {
  const files = new Map<string, Diagnostic[]>();
  const sorted = [
    ...new Map(diagnostics.map(diagnostic => [JSON.stringify(diagnostic), diagnostic])).values(),
  ];
  sorted.sort((a, b) => (a.file === b.file ? a.start.line - b.start.line : a.file < b.file ? -1 : 1));
  for (const diagnostic of sorted) {
    files.set(diagnostic.file, [...(files.get(diagnostic.file) ?? []), diagnostic]);
  }
  return files;
}
