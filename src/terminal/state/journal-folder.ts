import path from 'node:path';
import type { Host } from '../../converser/host.ts';
import type { Root } from '../../converser/workspace/workspace.ts';
import { createDiskJournal, type DiskJournal } from '../../ensembles/workspace/journal/disk-journal.ts';
import { stateFolder } from './state-file.ts';

/** What turns in a terminal have changed, kept in your own folder and never in the workspace. */
export function openJournal(
  roots: readonly Root[],
  { clock, log }: Pick<Host, 'clock' | 'log'>,
): DiskJournal {
  const folder = path.join(stateFolder(), 'undo');
  return createDiskJournal({ folder, roots: () => roots.map(root => root.path), clock, log });
}
