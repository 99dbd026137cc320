import { serial } from '../../../converser/ground/async/serial.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { Log } from '../../../converser/ground/ports.ts';
import type { ContentLabels } from '../../../converser/words/labels/content-labels.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import { absoluteKept } from '../../../converser/words/workspace/kept-place.ts';
import { absolutePath, nameOf } from '../../../converser/words/workspace/paths.ts';
import type {
  BegunChange,
  ChangeRecord,
  FileChange,
} from '../../../converser/words/workspace/undo-journal.ts';
import type { Location, UnsavedFile } from '../../../converser/words/workspace/workspace.ts';
import { describeChange, imageAfter, placesOf } from './describe-change.ts';
import { type Image, type ImageOptions, takeImage } from './image.ts';
import { bytesLines, encodeLine, type Settled } from './record-lines.ts';
import type { RecordFile } from './record-writer.ts';
import type { ForeignWrites } from './watch/editor-saves.ts';
import type { Snapshots } from './watch/snapshots.ts';
import { type WatchPorts, watchChanges } from './watch/watch-changes.ts';

export interface ChangeRecordPorts {
  readonly file: RecordFile;
  readonly snapshots: Snapshots;
  readonly running: Set<string>;
  readonly saves: ForeignWrites;
  readonly limits: ChangeLimits;
  readonly isOnDisk: (place: Location) => boolean;
  readonly unsaved: () => readonly UnsavedFile[];
  readonly labels: ContentLabels | undefined;
  readonly log: Pick<Log, 'warn'>;
}

/** In bytes, and in files and folders. */
export interface ChangeLimits {
  readonly changeBytes: number;
  readonly changeEntries: number;
}

/** Keeps what an undo does, so that it can go on after its end, and be undone itself. */
export interface UndoRecord extends ChangeRecord {
  begin(change: FileChange, taken?: TakenBack): Promise<BegunChange>;
  /** Says that nothing is left to do for that change of the other record. A crash may take this away. */
  settle(settled: Settled): Promise<void>;
}

export interface TakenBack extends Pick<Settled, 'undoes'> {
  readonly target?: Image;
}

interface Begun {
  readonly number: number;
  readonly expected: string | undefined;
}

export function createChangeRecord(ports: ChangeRecordPorts): UndoRecord {
  const { file, snapshots, running, saves, limits, isOnDisk, unsaved, labels, log } = ports;
  const inTurn = serial();
  const kept = new Set<string>();
  const written = new Map<string, string>();
  let changes = 0;

  async function begin(change: FileChange, { undoes, target }: Partial<TakenBack> = {}): Promise<Begun> {
    const number = ++changes;
    const lines: Uint8Array[] = [];
    const added = new Set<string>();
    const keep = (hash: string, bytes: Uint8Array) => {
      if (kept.has(hash) || added.has(hash)) return;
      lines.push(...bytesLines(hash, bytes));
      added.add(hash);
    };
    const begun = await describeChange(change, { ...limited(limits), keep, unsaved: unsaved() });
    const kind = begun.kind === 'replace' ? defined({ ...begun, target }) : begun;
    const line = encodeLine(defined({ line: 'begin' as const, number, change: kind, undoes }));
    await file.append([...lines, line], { isDurable: true });
    for (const hash of added) kept.add(hash);
    return { number, expected: begun.kind === 'replace' ? begun.expected : undefined };
  }

  async function end({ number, expected }: Begun, change: FileChange): Promise<void> {
    const after = await imageAfter(change, limited(limits));
    if (after === undefined) return;
    const line = encodeLine({ line: 'done', number, after });
    // An undo recognises these without the line, too.
    const isExpected = after.kind === 'absent' || (after.kind === 'file' && after.hash === expected);
    await (isExpected ? file.add(line) : file.append([line]));
    noteWritten(absolutePath(placesOf(change)[0]), after);
  }

  function noteWritten(place: string, after: Image): void {
    if (after.kind === 'file') written.set(place, after.hash);
    else written.delete(place);
  }

  /** Serves comparisons only, so it makes no change wait, costs little, and skips what is gone. */
  async function keepWritten(): Promise<void> {
    let left = mostWritten;
    for (const [place, expected] of written) {
      if (kept.has(expected) || left <= 0) continue;
      const budget = { bytes: largestWritten, entries: 1 };
      const keep = (hash: string, bytes: Uint8Array) => {
        if (hash === expected) lines.push(...bytesLines(hash, bytes));
        left -= bytes.length;
      };
      const lines: Uint8Array[] = [];
      await takeImage(place, { budget, keep }).catch(() => {});
      if (lines.length === 0) continue;
      await file.append(lines);
      kept.add(expected);
    }
    written.clear();
  }

  const orWarn = (work: Promise<void>) =>
    work.catch((cause: unknown) => log.warn(`A change couldn’t be recorded for undo: ${reasonOf(cause)}`));
  const noteOther = (tool: string) =>
    orWarn(inTurn(() => file.append([encodeLine({ line: 'other', tool })])));
  return {
    async begin(change, taken) {
      const elsewhere = placesOf(change).find(place => !isOnDisk(place));
      if (elsewhere !== undefined) {
        await noteOther(`${nameOf(elsewhere)} in ${elsewhere.root.name}`);
        return { done: async () => {} };
      }
      const file = change.kind === 'replace' ? absolutePath(change.place) : undefined;
      if (file !== undefined) await saves.saving(file);
      try {
        const begun = await inTurn(() => begin(change, taken));
        return {
          async done() {
            await orWarn(inTurn(() => end(begun, change)));
            if (file !== undefined) await saves.saved(file, Promise.resolve(undefined));
          },
        };
      } catch (cause) {
        throw fileErrors.notKept(placesOf(change)[0].path, cause);
      }
    },
    settle: settled => orWarn(inTurn(() => file.add(encodeLine({ line: 'settled', ...settled })))),
    async watch(about) {
      const append: RecordFile['append'] = (lines, how) => inTurn(() => file.append(lines, how));
      const numbered = () => ++changes;
      const onMade: WatchPorts['onMade'] = made => {
        for (const { change, after } of made.slice(0, mostMade))
          if (change.kind === 'replace') noteWritten(absoluteKept(change.place), after);
      };
      const rest = { snapshots, running, saves, labels, orWarn, onMade };
      const watched = await watchChanges(about, { append, numbered, kept, ...rest }).catch(
        (cause: unknown) => {
          throw about.signal.aborted
            ? cause
            : fileErrors.notRun(reasonOf(cause), about.only === undefined ? 'run' : 'changed');
        },
      );
      const { notKept: lines, done } = watched;
      return { notKept: lines, done: () => orWarn(done()) };
    },
    async noteOther(tool, carried) {
      if (carried !== undefined) await labels?.noteAll({ ...carried, places: [] }, carried.label);
      await noteOther(tool);
    },
    async end() {
      await orWarn(inTurn(keepWritten));
      await orWarn(inTurn(file.end));
    },
  };
}

function limited({ changeBytes, changeEntries }: ChangeLimits): ImageOptions {
  return { budget: { bytes: changeBytes, entries: changeEntries } };
}

/** In bytes. */
const largestWritten = 1024 ** 2;

/** A command may change any number of files. */
const mostMade = 500;

/** In bytes of all files. */
const mostWritten = 32 * 1024 ** 2;
