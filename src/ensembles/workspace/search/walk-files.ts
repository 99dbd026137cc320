import { child } from '../../../converser/words/workspace/paths.ts';
import type { Location, ReadGuard, WorkspaceFiles } from '../../../converser/words/workspace/workspace.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { Pace } from './pace.ts';

export interface WalkOptions {
  /** Without rules, only `.git` is left out. */
  readonly rules: IgnoreRules | undefined;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly guard: ReadGuard | undefined;
}

/** Goes in the order of paths. Links are not followed; unreadable folders are skipped. */
export async function* walkFiles(
  files: WorkspaceFiles,
  folder: Location,
  { rules, pace, signal, guard }: WalkOptions,
): AsyncGenerator<Location, void> {
  signal.throwIfAborted();
  for (const { name, kind, isLink } of await files.list(folder, guard).catch(() => [])) {
    await pace(stepsOfEntry);
    if (isLink || kind === 'other' || name === '.git') continue;
    const location = child(folder, name);
    if ((await rules?.leavesOut(location, kind)) === true) continue;
    if (kind === 'file') yield location;
    else yield* walkFiles(files, location, { rules, pace, signal, guard });
  }
}

/** Looking at an entry costs about this beside the disk's part. */
const stepsOfEntry = 100;
