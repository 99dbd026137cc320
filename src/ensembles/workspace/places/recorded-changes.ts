import type { Context } from '../../../converser/words/ensemble/invoker.ts';
import type {
  BegunChange,
  ChangeRecord,
  FileChange,
} from '../../../converser/words/workspace/undo-journal.ts';
import type { ChangedPlace, Guard, Workspace } from '../../../converser/words/workspace/workspace.ts';
import type { ToolContext } from './tool-context.ts';

type Changes = Pick<Workspace, 'write' | 'move' | 'trash'>;

export function recordedChanges(
  { workspace }: Pick<ToolContext, 'workspace'>,
  { changes: record }: Pick<Context, 'changes'>,
): Changes {
  if (record === undefined) return workspace;
  return {
    write: (file, written, guard) =>
      recorded({ record, guard, toChange: replaced }, recording => workspace.write(file, written, recording)),
    move: (from, to, guard) =>
      recorded({ record, guard, toChange: moved }, recording => workspace.move(from, to, recording)),
    trash: (location, guard) =>
      recorded({ record, guard, toChange: replaced }, recording => workspace.trash(location, recording)),
  };
}

interface Recording {
  readonly record: ChangeRecord;
  readonly guard: Guard | undefined;
  readonly toChange: (places: readonly ChangedPlace[]) => FileChange;
}

/** The guard comes first: what it refuses is not changed. */
async function recorded(
  { record, guard, toChange }: Recording,
  change: (guard: Guard) => Promise<void>,
): Promise<void> {
  let begun: BegunChange | undefined;
  try {
    await change(async places => {
      await guard?.(places);
      begun = await record.begin(toChange(places));
    });
  } finally {
    await begun?.done();
  }
}

function replaced([place]: readonly ChangedPlace[]): FileChange {
  if (place === undefined) throw new Error('A guard must get at least one place.');
  const { location, bytes } = place;
  return { kind: 'replace', place: location, ...(bytes === undefined ? {} : { bytes }) };
}

function moved([from, to]: readonly ChangedPlace[]): FileChange {
  if (from === undefined || to === undefined) throw new Error('A move has two places.');
  return { kind: 'move', from: from.location, to: to.location };
}
