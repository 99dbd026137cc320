import { absoluteKept } from '../../../../converser/trust/kept-place.ts';
import { continueRecord, type KeptRecord, type OpenWatch } from '../record-file.ts';
import { encodeLine, placeOf } from '../record-lines.ts';
import type { MadeChange } from './command-changes.ts';
import type { ContentKeeperPorts } from './content-keeper.ts';
import { type KeptChanges, keptChanges } from './kept-changes.ts';
import type { Labelling } from './label-changes.ts';
import type { Snapshots } from './snapshots.ts';

/** Whether what a record says of a command will never be completed by the program that ran it. */
export function isAbandoned({ process: id, manifest }: OpenWatch, running: ReadonlySet<string>): boolean {
  if (running.has(manifest)) return false;
  if (id === process.pid) return true;
  try {
    process.kill(id, 0);
    return false;
  } catch (cause) {
    // Others may run it.
    return !(cause instanceof Error && 'code' in cause && cause.code === 'EPERM');
  }
}

/**
 * Completes the record of a program that ended while a command ran, with all that is not as it was before. Who has
 * written what is there now can't be known: it is only taken back if you say so.
 */
export async function recoverWatches(
  record: KeptRecord,
  file: string,
  ports: Omit<RecoveryPorts, 'append'>,
): Promise<void> {
  let number = record.last;
  const append = await continueRecord(file);
  for (const watch of record.open) {
    const { changes, lost } = await changesSince(watch, { append, ...ports });
    const lines = unknownOf(changes, record, watch).flatMap(each => {
      number++;
      const begun = encodeLine({ line: 'begin', number, change: each.change });
      return isSure(each) ? [begun, encodeLine({ line: 'done', number, after: each.after })] : [begun];
    });
    const others = lost.map(what => encodeLine({ line: 'other', tool: `${watch.tool} (${what})` }));
    const end = encodeLine({ line: 'watched', number: watch.number });
    await append([...lines, ...others, end], { isDurable: true });
  }
}

interface RecoveryPorts extends Pick<ContentKeeperPorts, 'append'> {
  readonly snapshots: Pick<Snapshots, 'load' | 'contents' | 'look'>;
  readonly labels: Labelling['labels'] | undefined;
}

async function changesSince(
  { manifest, saved, label }: OpenWatch,
  { append, snapshots, labels }: RecoveryPorts,
): Promise<KeptChanges> {
  const before = await snapshots.load(manifest);
  if (before === undefined) return { changes: [], lost: ['Converser ended while it ran'] };
  const after = await snapshots.look(before.roots.map(({ root }) => root));
  const contents = snapshots.contents(before);
  const labelling = label && labels && { label, labels };
  return keptChanges(before, after, { append, kept: new Set(), contents, saved, labelling });
}

/** Without what the record tells of already. */
function unknownOf(
  changes: readonly MadeChange[],
  { changes: told }: KeptRecord,
  { earlier, saved }: OpenWatch,
): readonly MadeChange[] {
  const all = told.slice(earlier).map(({ change }) => absoluteKept(placeOf(change)));
  // What was told of these is from before you saved them.
  const known = new Set(all.filter(place => !saved.has(place)));
  return changes.filter(({ change }) => !known.has(absoluteKept(placeOf(change))));
}

/** Where nothing is, nothing of yours can be lost. */
function isSure({ change, after }: MadeChange): boolean {
  return after.kind === 'absent' || change.kind === 'mode';
}
