import type { Log } from '../../converser/ground/ports.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { changedFiles } from '../../ensembles/workspace/journal/changed-files.ts';
import type { DiskJournal } from '../../ensembles/workspace/journal/disk-journal.ts';

/** Helps if Converser was ended in the middle of the last turn in these folders. Never rejects. */
export async function warnOfCutOff(
  journal: Pick<DiskJournal, 'newest'>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const record = await journal.newest().catch(() => undefined);
  if (record === undefined || !record.isCutOff || record.header.undoes !== undefined) return;
  const files = changedFiles(record).length;
  if (files === 0) return;
  const title = visibleLine(record.header.title);
  log.warn(
    `Converser was ended while “${title}” changed ${countText(files, 'file')}. To take that back: converse undo`,
  );
}
