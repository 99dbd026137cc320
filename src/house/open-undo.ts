import path from 'node:path';
import { type Listen, listeners } from '../converser/ground/async/listeners.ts';
import type { Host } from '../converser/ground/host.ts';
import type { ContentLabels } from '../converser/words/labels/content-labels.ts';
import type { Journal } from '../converser/words/workspace/undo-journal.ts';
import { createDiskJournal, type DiskJournal } from '../ensembles/workspace/journal/disk-journal.ts';
import { tellingEnds } from '../ensembles/workspace/journal/telling-ends.ts';
import { createTurnUndo, type TurnUndo } from '../ensembles/workspace/journal/turn-undo.ts';
import {
  createVersionFiles,
  type VersionFiles,
} from '../ensembles/workspace/journal/versions/version-files.ts';
import { createKeptLabels } from '../ensembles/workspace/kept-labels.ts';
import type { HostPorts } from './host-ports.ts';

export type UndoSources = Pick<HostPorts, 'workspace'> & {
  readonly host: Pick<Host, 'clock' | 'log'>;
  readonly storage: Pick<HostPorts['storage'], 'folder'>;
};

export interface Undo {
  readonly journal: Journal;
  readonly records: DiskJournal;
  readonly turns: TurnUndo;
  readonly versions: VersionFiles;
  readonly labels: ContentLabels;
  readonly onDidEnd: Listen<void>;
}

export function openUndo({ host: { clock, log }, workspace, storage }: UndoSources): Undo {
  const ends = listeners<void>();
  const isOnDisk = workspace.isOnDisk ?? (() => true);
  const roots = () => workspace.roots.filter(root => isOnDisk({ root, path: '' }));
  const unsaved = () => workspace.unsaved();
  const labels = createKeptLabels({ file: path.join(storage.folder, 'labels.jsonl'), log });
  const folder = path.join(storage.folder, 'undo');
  const records = createDiskJournal({
    folder,
    roots: () => roots().map(root => root.path),
    clock,
    log,
    isOnDisk,
    unsaved,
    labels,
    ...(workspace.saves && { saves: workspace.saves }),
  });
  const { showUnsaved } = workspace;
  const turns = createTurnUndo({ journal: records, roots, unsaved, ...(showUnsaved && { showUnsaved }) });
  return {
    journal: tellingEnds(records, ends.fire),
    records,
    turns,
    versions: createVersionFiles({ turns, folder, unsaved }),
    labels,
    onDidEnd: ends.listen,
  };
}
