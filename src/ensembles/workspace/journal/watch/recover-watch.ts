import { absoluteKept } from '../../../../converser/words/workspace/kept-place.ts';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import { isAlive } from '../../../process/is-alive.ts';
import type { Manifest } from '../manifest/folder-manifest.ts';
import { continueRecord, type KeptRecord, type OpenWatch } from '../record-file.ts';
import { encodeLine, placeOf } from '../record-lines.ts';
import type { MadeChange } from './command-changes.ts';
import type { ContentKeeperPorts } from './content-keeper.ts';
import { type KeptChanges, keptChanges } from './kept-changes.ts';
import type { Labelling } from './label-changes.ts';
import type { Snapshots } from './snapshots.ts';

/** The program that ran an abandoned command will never complete its record. */
export function isAbandoned({ process: id, manifest }: OpenWatch, running: ReadonlySet<string>): boolean {
  if (running.has(manifest)) return false;
  return id === process.pid || !isAlive(id);
}

/** Who has written what is newer than the program's end can't be known: it is left, and shown. */
export async function recoverWatches(
  record: KeptRecord,
  file: string,
  ports: Omit<RecoveryPorts, 'append'>,
): Promise<void> {
  let number = record.last;
  const append = await continueRecord(file);
  for (const watch of record.open) {
    const { changes, lost, isOfCommand } = await changesSince(watch, { append, ...ports });
    const lines = unknownOf(changes, record, watch).flatMap(each => {
      number++;
      const begun = encodeLine({ line: 'begin', number, change: each.change });
      return isOfCommand(each) ? [begun, encodeLine({ line: 'done', number, after: each.after })] : [begun];
    });
    const others = lost.map(what => encodeLine({ line: 'other', tool: `${watch.tool} (${what})` }));
    const end = encodeLine({ line: 'watched', number: watch.number });
    await append([...lines, ...others, end], { isDurable: true });
  }
}

interface RecoveryPorts extends Pick<ContentKeeperPorts, 'append'> {
  readonly snapshots: Pick<Snapshots, 'load' | 'contents' | 'look' | 'touched'>;
  readonly labels: Labelling['labels'] | undefined;
}

interface ChangesSince extends KeptChanges {
  readonly isOfCommand: (change: MadeChange) => boolean;
}

async function changesSince(
  { manifest, saved, label }: OpenWatch,
  { append, snapshots, labels }: RecoveryPorts,
): Promise<ChangesSince> {
  const before = await snapshots.load(manifest);
  if (before === undefined)
    return { changes: [], lost: ['Converser ended while it ran'], isOfCommand: () => false };
  const until = ((await snapshots.touched(manifest)) ?? 0) + ending;
  const after = await snapshots.look(before);
  const contents = snapshots.contents(before);
  const labelling = labels && { label, labels };
  const found = await keptChanges(before, after, { append, kept: new Set(), contents, saved, labelling });
  return { ...found, isOfCommand: change => isSure(change, after, until) };
}

function unknownOf(
  changes: readonly MadeChange[],
  { changes: told }: KeptRecord,
  { earlier, saved }: OpenWatch,
): readonly MadeChange[] {
  const whole = told
    .slice(earlier)
    .filter(({ change, after }) => change.kind === 'move' || after !== undefined);
  const all = whole.map(({ change }) => absoluteKept(placeOf(change)));
  // What is known of these is from before you saved them.
  const known = new Set(all.filter(place => !saved.has(place)));
  return changes.filter(({ change }) => !known.has(absoluteKept(placeOf(change))));
}

/** In milliseconds from the last note that a command runs until it has ended with all that it started. */
const ending = 2_000;

/** Where nothing is, nothing of yours can be lost. An empty folder is only removed if nothing has come into it. */
function isSure({ change, after }: MadeChange, { roots }: Manifest, until: number): boolean {
  if (after.kind === 'absent' || change.kind !== 'replace') return true;
  if (after.kind === 'folder' && after.entries.length === 0) return true;
  const { root, path } = change.place;
  const entries = roots.find(each => each.root === root)?.entries;
  const own = entries?.get(path);
  if (entries === undefined || own === undefined || own.ctime > until) return false;
  return (
    own.kind !== 'folder' ||
    [...entries].every(([each, { ctime }]) => ctime <= until || !isWithin(each, path))
  );
}
