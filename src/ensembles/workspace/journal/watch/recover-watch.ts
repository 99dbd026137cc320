import { absoluteKept } from '../../../../converser/trust/kept-place.ts';
import { continueRecord, type KeptRecord, type OpenWatch } from '../record-file.ts';
import { encodeLine, placeOf } from '../record-lines.ts';
import { commandChanges, type MadeChange } from './command-changes.ts';
import { createContentKeeper } from './content-keeper.ts';
import { lostPlaces } from './not-kept.ts';
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
  snapshots: Pick<Snapshots, 'load' | 'content' | 'look'>,
): Promise<void> {
  let number = record.last;
  const append = await continueRecord(file);
  for (const watch of record.open) {
    const lines: Uint8Array[] = [];
    const contents = createContentKeeper({ append, kept: new Set(), snapshots });
    const before = await snapshots.load(watch.manifest);
    if (before === undefined) {
      lines.push(encodeLine({ line: 'other', tool: `${watch.tool} (Converser ended while it ran)` }));
    } else {
      const after = await snapshots.look(before.roots.map(({ root }) => root));
      const { changes, lost } = await commandChanges(before, after, contents.keep);
      await contents.flush();
      for (const each of unknownOf(changes, record, watch)) {
        lines.push(encodeLine({ line: 'begin', number: ++number, change: each.change }));
        if (isSure(each)) lines.push(encodeLine({ line: 'done', number, after: each.after }));
      }
      for (const place of lostPlaces(before, lost))
        lines.push(encodeLine({ line: 'other', tool: `${watch.tool} (${place})` }));
    }
    await append([...lines, encodeLine({ line: 'watched', number: watch.number })], { isDurable: true });
  }
}

/** Without what the record tells of already. */
function unknownOf(
  changes: readonly MadeChange[],
  { changes: told }: KeptRecord,
  { earlier }: OpenWatch,
): readonly MadeChange[] {
  const known = new Set(told.slice(earlier).map(({ change }) => absoluteKept(placeOf(change))));
  return changes.filter(({ change }) => !known.has(absoluteKept(placeOf(change))));
}

/** Where nothing is, nothing of yours can be lost. */
function isSure({ change, after }: MadeChange): boolean {
  return after.kind === 'absent' || change.kind === 'mode';
}
