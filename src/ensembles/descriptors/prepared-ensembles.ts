import path from 'node:path';
import { type Disposable, type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import { serial } from '../../converser/ground/async/serial.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type { Ensemble } from '../../converser/words/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import type { Origin } from '../../converser/words/ensemble/invoker.ts';
import { chooseDescriptors } from './choose-descriptors.ts';
import type { EnsembleKind } from './ensemble-kind.ts';
import type { DescriptorFiles } from './files/descriptor-files.ts';
import { lockFileName } from './files/reserved-names.ts';
import { byFile, type Diagnostic, type Diagnostics, formatDiagnostic } from './mistakes/diagnostic.ts';
import {
  type DescriptorPlace,
  type PreparedDescriptor,
  prepareDescriptor,
  wholeFile,
} from './prepare-descriptor.ts';

/** Holds all `*.toml` directly in it, unless `file` names one file of another program. */
export interface EnsembleFolder {
  /** Absolute; it need not exist. */
  readonly path: string;
  readonly origin: Origin;
  /** Counts for what wasn't there, or was different, when the folder was first read. Default: `origin`. */
  readonly originOfChanges?: Origin;
  readonly isTrusted: () => boolean;
  readonly file?: ForeignFile;
}

export interface ForeignFile {
  readonly name: string;
  /** Contract: called again for an unchanged file, it returns the same ensembles. */
  prepare(place: DescriptorPlace, files: DescriptorFiles): Promise<readonly PreparedDescriptor[]>;
}

export interface PreparedEnsemblesOptions {
  readonly roster: EnsembleRoster;
  readonly log: Log;
  readonly files: DescriptorFiles;
  readonly kinds: readonly EnsembleKind[];
}

/** In milliseconds, for the replacement of a ready ensemble to become ready. */
const handOver = 10_000;

export class PreparedEnsembles {
  readonly onDidDiagnose: Listen<Diagnostics>;
  readonly #options: PreparedEnsemblesOptions;
  readonly #changes = listeners<Diagnostics>();
  readonly #placed = new Map<string, Ensemble>();
  readonly #reports = new Map<string, readonly Diagnostic[]>();
  #folders: readonly EnsembleFolder[] = [];
  #read: ReadonlySet<string> = new Set();
  #prepared: ReadonlyMap<string, readonly PreparedDescriptor[]> = new Map();
  #repeated: readonly Diagnostic[] = [];
  #diagnostics: Diagnostics = new Map();
  #watching: Disposable | undefined;
  #isDisposed = false;
  /** Reads one at a time, so that the last state of the disk wins. */
  readonly #inOrder = serial();

  constructor(options: PreparedEnsemblesOptions) {
    this.#options = options;
    this.onDidDiagnose = this.#changes.listen;
  }

  get diagnostics(): Diagnostics {
    return this.#diagnostics;
  }

  get prepared(): readonly PreparedDescriptor[] {
    return [...this.#prepared.values()].flat();
  }

  reload(): Promise<void> {
    return this.#inTurn(() => this.#load());
  }

  setFolders(folders: readonly EnsembleFolder[]): Promise<void> {
    return this.#inTurn(() => {
      this.#folders = folders;
      this.#read = new Set(
        folders.map(({ path: folder }) => folder).filter(folder => this.#read.has(folder)),
      );
      return this.#load();
    });
  }

  dispose(): Promise<void> {
    this.#isDisposed = true;
    return this.#inTurn(() => {
      this.#watching?.dispose();
      return this.#place(new Map());
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const { log } = this.#options;
    return this.#inOrder(work).catch(cause => log.error(`Preparing ensembles failed: ${reasonOf(cause)}`));
  }

  async #load(): Promise<void> {
    if (this.#isDisposed) return;
    const { files } = this.#options;
    let watched: readonly string[];
    do {
      watched = this.#watched();
      this.#watching?.dispose();
      this.#watching = files.watch(watched, () => void this.reload());
      this.#prepared = await this.#readAll();
      // The descriptors may refer to folders that were not watched while they were read.
    } while (this.#watched().some(folder => !watched.includes(folder)));
    const chosen = await chooseDescriptors(this.prepared, { reserved: this.#reserved() });
    this.#repeated = chosen.diagnostics;
    await this.#place(chosen.ensembles);
    this.#publish();
  }

  #watched(): readonly string[] {
    const folders = this.#trusted().map(({ path: folder, file }) => path.resolve(folder, file?.name ?? ''));
    return [...new Set([...folders, ...this.prepared.flatMap(({ folders: own }) => own)])];
  }

  /** Invariant: not even the names of files in an untrusted folder are read. */
  #trusted(): readonly EnsembleFolder[] {
    return this.#folders.filter(folder => folder.isTrusted());
  }

  /** Something else put these into the roster. */
  #reserved(): ReadonlySet<string> {
    const others = this.#options.roster.ensembles.filter(
      ensemble => this.#placed.get(ensemble.name) !== ensemble,
    );
    return new Set(others.map(({ name }) => name));
  }

  async #readAll(): Promise<ReadonlyMap<string, readonly PreparedDescriptor[]>> {
    const places = await Promise.all(
      this.#trusted().map(async ({ path: folder, origin, originOfChanges = origin, file: foreign }, rank) => {
        const originOfOthers = this.#read.has(folder) ? originOfChanges : origin;
        const names = await this.#options.files.list(folder);
        const descriptors = names.filter(name =>
          foreign === undefined ? isDescriptor(name) : name === foreign.name,
        );
        return descriptors.map(name => ({
          place: { file: path.resolve(folder, name), origin, rank },
          originOfOthers,
          foreign,
        }));
      }),
    );
    const prepared = await Promise.all(
      places
        .flat()
        .map(
          async ({ place, originOfOthers, foreign }) =>
            [
              place.file,
              await (foreign === undefined
                ? this.#readOne(place, originOfOthers)
                : this.#readForeign(place, foreign)),
            ] as const,
        ),
    );
    this.#read = new Set([...this.#read, ...this.#trusted().map(({ path: folder }) => folder)]);
    return new Map(prepared);
  }

  async #readForeign(place: DescriptorPlace, foreign: ForeignFile): Promise<readonly PreparedDescriptor[]> {
    try {
      return await foreign.prepare(place, this.#options.files);
    } catch (cause) {
      const unreadable = wholeFile(place.file, `Converser couldn’t read this file: ${reasonOf(cause)}`);
      return [{ ...place, diagnostics: [unreadable], folders: [], isCurrent: async () => false }];
    }
  }

  /** @param originOfOthers counts unless the file still is what was read first */
  async #readOne(place: DescriptorPlace, originOfOthers: Origin): Promise<readonly PreparedDescriptor[]> {
    const { kinds, files } = this.#options;
    const { file, origin, rank } = place;
    const [earlier] = this.#prepared.get(file) ?? [];
    const isOfFolder = earlier?.origin === origin || earlier?.origin === originOfOthers;
    if (isOfFolder && (await earlier.isCurrent())) return [{ ...earlier, rank }];
    this.#reports.delete(file);
    const changed = { ...place, origin: originOfOthers };
    const prepared: PreparedDescriptor = await prepareDescriptor(changed, {
      kinds,
      files,
      earlierName: earlier?.name,
      report: found => {
        // A replaced ensemble may still finish connecting.
        if (this.#prepared.get(file)?.[0]?.ensemble !== prepared.ensemble) return;
        this.#reports.set(file, found);
        this.#publish();
      },
    });
    return [prepared];
  }

  async #place(ensembles: ReadonlyMap<string, Ensemble>): Promise<void> {
    const { roster } = this.#options;
    const gone = [...this.#placed.keys()].filter(name => !ensembles.has(name));
    const come = [...ensembles].filter(([name, ensemble]) => this.#placed.get(name) !== ensemble);
    await Promise.all([
      ...gone.map(async name => {
        this.#placed.delete(name);
        await roster.remove(name);
      }),
      ...come.map(async ([name, ensemble]) => {
        // A turn under way keeps calling the tools that it knows, unless they were just switched off.
        const isInUse = ensemble.enabled && this.#placed.get(name)?.state.status === 'ready';
        if (isInUse) await ensemble.connect(AbortSignal.timeout(handOver));
        this.#placed.set(name, ensemble);
        await roster.set(ensemble);
      }),
    ]);
  }

  #publish(): void {
    const next = byFile([
      ...this.prepared.flatMap(descriptor => descriptor.diagnostics),
      ...this.#repeated,
      ...[...this.#reports].flatMap(([file, found]) => (this.#prepared.has(file) ? found : [])),
    ]);
    const earlier = new Set([...this.#diagnostics.values()].flat().map(formatDiagnostic));
    const now = [...next.values()].flat().map(formatDiagnostic);
    for (const line of now) if (!earlier.has(line)) this.#options.log.warn(line);
    if (now.length === earlier.size && now.every(line => earlier.has(line))) return;
    this.#diagnostics = next;
    this.#changes.fire(next);
  }
}

/** Leaves out editors' hidden files and the lock of MCP servers. */
function isDescriptor(name: string): boolean {
  return name.endsWith('.toml') && !name.startsWith('.') && name !== lockFileName;
}
