import path from 'node:path';
import { type Disposable, type Listen, listeners } from '../converser/ground/async/listeners.ts';
import { serial } from '../converser/ground/async/serial.ts';
import { reasonOf } from '../converser/ground/errors.ts';
import type { Log } from '../converser/ground/ports.ts';
import type { Mode } from '../converser/words/conversation/mode.ts';
import type { DescriptorFiles } from './descriptors/files/descriptor-files.ts';
import { nodeDescriptorFiles } from './descriptors/files/node-descriptor-files.ts';
import {
  byFile,
  type Diagnostic,
  type Diagnostics,
  formatDiagnostic,
} from './descriptors/mistakes/diagnostic.ts';
import { wholeFile } from './descriptors/prepare-descriptor.ts';
import type { EnsembleFolder } from './descriptors/prepared-ensembles.ts';
import { loadMode } from './load-mode.ts';

export interface PreparedModes extends Disposable {
  readonly all: readonly Mode[];
  readonly diagnostics: Diagnostics;
  readonly onDidChange: Listen<void>;
  setFolders(folders: readonly EnsembleFolder[]): Promise<void>;
  reload(): Promise<void>;
}

export interface PrepareModesOptions {
  /** Each holds its modes in the folder `modes`; an untrusted folder is not read. */
  readonly folders: readonly EnsembleFolder[];
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly files?: DescriptorFiles;
  readonly agents?: OtherModes;
}

/** What opened folders hold in the forms of other programs. */
export interface OtherModes {
  /** Absolute paths of folders. */
  readonly watched: () => readonly string[];
  /** Empty for folders that you don't trust. */
  readonly find: () => Promise<readonly OtherMode[]>;
}

interface OtherMode {
  readonly file: string;
  readonly mode?: Mode;
  readonly remarks: readonly string[];
}

const mostFiles = 100;

export async function prepareModes({
  folders: given,
  log,
  files = nodeDescriptorFiles,
  agents = { watched: () => [], find: async () => [] },
}: PrepareModesOptions): Promise<PreparedModes> {
  const changes = listeners<void>();
  const inOrder = serial();
  let folders = given;
  let found: Found = { modes: [], diagnostics: new Map() };
  let watching: Disposable | undefined;
  let isDisposed = false;

  async function load(): Promise<void> {
    if (isDisposed) return;
    const trusted = folders.filter(each => each.file === undefined && each.isTrusted());
    const places = trusted.map(each => ({ ...each, path: path.join(each.path, 'modes') }));
    watching?.dispose();
    watching = files.watch([...places.map(place => place.path), ...agents.watched()], () => void reload());
    const next = await readAll(places, files, await agents.find());
    for (const each of [...next.diagnostics.values()].flat()) warnOnce(formatDiagnostic(each));
    found = next;
    changes.fire();
  }

  const warned = new Set<string>();
  const warnOnce = (line: string) => {
    if (!warned.has(line)) log.warn(line);
    warned.add(line);
  };
  const reload = () =>
    inOrder(load).catch((cause: unknown) => log.error(`Reading modes failed: ${reasonOf(cause)}`));

  await reload();
  return {
    get all() {
      return found.modes;
    },
    get diagnostics() {
      return found.diagnostics;
    },
    onDidChange: changes.listen,
    setFolders(next) {
      folders = next;
      return reload();
    },
    reload,
    dispose() {
      isDisposed = true;
      watching?.dispose();
    },
  };
}

interface Found {
  readonly modes: readonly Mode[];
  readonly diagnostics: Diagnostics;
}

type Place = Pick<EnsembleFolder, 'path' | 'origin'>;

/** Invariant: a folder's modes replace none: another could hide under the name of a mode that changes nothing. */
async function readAll(
  places: readonly Place[],
  files: DescriptorFiles,
  agents: readonly OtherMode[],
): Promise<Found> {
  const all = (await Promise.all(places.map(place => readFolder(place, files)))).flat();
  const modes = new Map<string, Mode>();
  const diagnostics: Diagnostic[] = [];
  const own = all.filter(({ origin }) => origin !== 'workspace');
  const ofFolders = all.filter(({ origin }) => origin === 'workspace');
  for (const { mode, file, origin, ...read } of [...own, ...ofFolders, ...agents.map(asRead)]) {
    diagnostics.push(...read.diagnostics);
    if (mode === undefined) continue;
    if (origin === 'workspace' && modes.has(mode.name))
      diagnostics.push(
        wholeFile(
          file,
          `There is a mode ${JSON.stringify(mode.name)} already, which a folder can’t replace. Choose another name.`,
        ),
      );
    else modes.set(mode.name, mode);
  }
  return { modes: [...modes.values()].sort(inShownOrder), diagnostics: byFile(diagnostics) };
}

function asRead({ remarks, ...agent }: OtherMode) {
  const diagnostics = remarks.map(
    (remark): Diagnostic => ({ ...wholeFile(agent.file, remark), severity: 'warning' }),
  );
  return { ...agent, origin: 'workspace' as const, diagnostics };
}

/** Those that come with Converser, from the most to the least that models may do unasked or at all; then yours. */
const shownFirst = ['agent', 'edits', 'review-first', 'plan', 'ask'];

function inShownOrder(one: Mode, other: Mode): number {
  const [first, second] = [one, other].map(({ name }) => shownFirst.indexOf(name));
  if (first === undefined || second === undefined) return 0;
  return (first === -1 ? shownFirst.length : first) - (second === -1 ? shownFirst.length : second);
}

async function readFolder(place: Place, files: DescriptorFiles) {
  const names = (await files.list(place.path)).filter(
    name => name.endsWith('.toml') && !name.startsWith('.'),
  );
  return Promise.all(
    names.slice(0, mostFiles).map(async name => {
      const file = path.join(place.path, name);
      return { file, origin: place.origin, ...(await readOne(file, place, files)) };
    }),
  );
}

async function readOne(
  file: string,
  { origin }: Place,
  files: DescriptorFiles,
): Promise<{ readonly mode?: Mode; readonly diagnostics: readonly Diagnostic[] }> {
  try {
    const read = await files.read(file);
    if (read === undefined) return { diagnostics: [wholeFile(file, 'This file can’t be read.')] };
    if (read.problem !== undefined) return { diagnostics: [wholeFile(file, read.problem)] };
    return await loadMode({ file, text: read.text, origin });
  } catch (cause) {
    return { diagnostics: [wholeFile(file, `Converser couldn’t read this file: ${reasonOf(cause)}`)] };
  }
}
