import { absoluteKept, type KeptPlace } from '../../../converser/words/workspace/kept-place.ts';
import type { LineChange } from '../edit/line-changes.ts';
import type { Image } from '../journal/image.ts';
import type { KeptRecord } from '../journal/record-file.ts';
import type { TurnInEditor } from '../journal/undo-by-editor.ts';
import { turnsIn, type Undoable, type UndoableFile } from '../journal/undoable.ts';

/** What one turn made of a file. */
export interface TurnOfFile extends TurnInEditor {
  readonly before: Image;
  readonly after: Image;
}

/** A file with changes that you have not kept. */
export interface WaitingFile {
  readonly place: KeptPlace;
  /** The earliest comes first, and isn't kept. What is undone is among them: it may come back in the editor. */
  readonly turns: readonly TurnOfFile[];
  /** False if all is undone. */
  readonly waits: boolean;
}

export interface Decisions {
  isKept(record: string, file: Pick<UndoableFile, 'now'>): boolean;
  decided(record: string, file: Pick<UndoableFile, 'now'>): DecidedChanges;
}

/** Both have names as `nameOfChange` gives them. */
export interface DecidedChanges {
  readonly kept: readonly string[];
  /** They may be back, as undoing is an edit that can itself be undone. */
  readonly undone: readonly string[];
}

/** @param latestFirst as the journal gives them */
export function waitingFiles(latestFirst: readonly Undoable[], decisions: Decisions): readonly WaitingFile[] {
  const files = new Map<string, FileTurns>();
  for (const turn of turnsIn(latestFirst).toReversed()) {
    const afters = afterImages(turn.record);
    for (const file of turn.files) addTurn(files, { turn, file, after: afters.get(absoluteKept(file.now)) });
  }
  return [...files.values()].flatMap(({ place, turns }) => {
    const waits = ({ turn, file }: TurnOfFile) => !decisions.isKept(turn.record.id, file);
    const first = turns.findIndex(waits);
    if (first < 0) return [];
    const left = turns.slice(first);
    return [{ place, turns: left, waits: left.some(each => waits(each) && !each.file.isUndone) }];
  });
}

type FileTurns = Pick<WaitingFile, 'place' | 'turns'>;

/** The same change has the same name whenever both texts of the turn are compared. */
export function nameOfChange(record: string, { oldStart, oldCount, newStart, newCount }: LineChange): string {
  return `${record} ${oldStart}+${oldCount} ${newStart}+${newCount}`;
}

function addTurn(
  files: Map<string, FileTurns>,
  { turn, file, after }: Pick<TurnOfFile, 'turn' | 'file'> & { readonly after: Image | undefined },
): void {
  const { was, now, before = after } = file;
  const key = absoluteKept(now);
  const earlier = was === undefined ? undefined : files.get(absoluteKept(was));
  if (was !== undefined && !(file.isUndone && absoluteKept(was) !== key)) files.delete(absoluteKept(was));
  if (before === undefined || after === undefined) {
    if (earlier !== undefined) files.set(key, { ...earlier, place: now });
    return;
  }
  const turns = [...(earlier?.turns ?? []), { turn, file, before, after }];
  if (after.kind === 'file') files.set(key, { place: now, turns });
  else if (file.isUndone && earlier !== undefined) files.set(key, earlier);
}

/** By the places where the turn has left them. */
function afterImages({ changes }: Pick<KeptRecord, 'changes'>): ReadonlyMap<string, Image> {
  const images = new Map<string, Image>();
  for (const { change, after } of changes) {
    if (change.kind === 'replace' && after !== undefined) images.set(absoluteKept(change.place), after);
    if (change.kind !== 'move') continue;
    const moved = images.get(absoluteKept(change.from));
    images.delete(absoluteKept(change.from));
    if (moved !== undefined) images.set(absoluteKept(change.to), moved);
  }
  return images;
}
