import path from 'node:path';
import type { Host } from '../../converser/host.ts';
import type { ContentLabels } from '../../converser/labels/content-labels.ts';
import type { Root } from '../../converser/workspace/workspace.ts';
import { createDiskJournal, type DiskJournal } from '../../ensembles/workspace/journal/disk-journal.ts';
import { createKeptLabels } from '../../ensembles/workspace/kept-labels.ts';
import { stateFolder } from './state-file.ts';

/** What turns in a terminal have changed, kept in your own folder and never in the workspace. */
export function openJournal(
  roots: readonly Root[],
  { clock, log }: Pick<Host, 'clock' | 'log'>,
  labels: ContentLabels = openLabels(log),
): DiskJournal {
  const folder = path.join(stateFolder(), 'undo');
  return createDiskJournal({ folder, roots: () => roots.map(root => root.path), clock, log, labels });
}

/** What files hold that is from outside, or secret. */
export function openLabels(log: Host['log']): ContentLabels {
  return createKeptLabels({ file: path.join(stateFolder(), 'labels.jsonl'), log });
}
