import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { KeptRecord } from '../../ensembles/workspace/journal/record-file.ts';
import type { Undone } from '../../ensembles/workspace/journal/undo.ts';
import { stateFolder } from './state-file.ts';

type Conflict = Extract<Undone, { kind: 'conflict' }>;

/** Writes what files were before a turn to your own folder, for you to compare. Keys are the shown places. */
export async function saveEarlier(
  record: KeptRecord,
  conflicts: readonly Conflict[],
): Promise<ReadonlyMap<string, string>> {
  const folder = path.join(stateFolder(), 'earlier', record.id);
  const saved = new Map<string, string>();
  for (const [index, { shown, before }] of conflicts.entries()) {
    if (before?.kind !== 'file') continue;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${index + 1}-${path.basename(shown)}`);
    const bytes = await record.bytes(before.hash).catch(() => undefined);
    if (bytes === undefined) continue;
    await writeFile(file, bytes, { mode: 0o600 });
    saved.set(shown, file);
  }
  return saved;
}
