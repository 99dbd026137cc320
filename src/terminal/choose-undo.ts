import path from 'node:path';
import { absoluteKept } from '../converser/words/workspace/kept-place.ts';
import { isWithin } from '../converser/words/workspace/paths.ts';
import type { ChangedFile } from '../ensembles/workspace/journal/changed-files.ts';
import type { KeptRecord } from '../ensembles/workspace/journal/record-file.ts';
import { lastUndoable, turnsIn, type Undoable } from '../ensembles/workspace/journal/undoable.ts';
import type { UndoOptions } from './command-line/command-line.ts';

export interface ChosenUndo {
  readonly record: KeptRecord;
  readonly files?: readonly ChangedFile[];
}

export function chooseUndo(
  found: readonly Undoable[],
  { id, paths }: Pick<UndoOptions, 'id' | 'paths'>,
): ChosenUndo | string {
  if (paths.length > 0) return chooseFiles(found, { id, paths });
  const chosen = id === undefined ? lastUndoable(found) : found.find(({ record }) => record.id === id);
  if (chosen === undefined)
    return id === undefined ? 'There is nothing to undo.' : `${id} not found. See converse undo --list.`;
  const isBack = chosen.isUndone && chosen.rest.length === 0;
  return isBack ? `${chosen.record.id} has been undone already.` : { record: chosen.record };
}

function chooseFiles(
  found: readonly Undoable[],
  { id, paths }: { readonly id: string | undefined; readonly paths: readonly string[] },
): ChosenUndo | string {
  const turns = turnsIn(found);
  const among = id === undefined ? turns : turns.filter(({ record }) => record.id === id);
  if (among.length === 0)
    return id === undefined ? 'There is nothing to undo.' : `${id} isn’t a turn. See converse undo --list.`;
  for (const turn of among) {
    const files = turn.files.filter(file => !file.isUndone);
    const named = paths.map(path => files.filter(file => isAt(file, path)));
    if (named.every(each => each.length > 0))
      return { record: turn.record, files: [...new Set(named.flat())] };
  }
  const which = id === undefined ? 'No turn that can be undone' : id;
  return `${which} has changed ${paths.join(' and ')}, or it is undone already. See converse undo --list.`;
}

function isAt({ was, now }: ChangedFile, written: string): boolean {
  const [absolute, relative] = [path.resolve(written), path.normalize(written)].map(withSlashes);
  return [now, ...(was === undefined ? [] : [was])].some(
    place => isWithin(absoluteKept(place), absolute ?? '') || isInside(place.path, relative ?? ''),
  );
}

function isInside(inner: string, outer: string): boolean {
  return outer !== '.' && isWithin(inner, outer.replace(/\/$/, ''));
}

function withSlashes(written: string): string {
  return written.replaceAll(path.sep, '/');
}
