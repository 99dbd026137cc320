import { visibleLine } from '../../../converser/ground/wording/visible-text.ts';
import type { Undoable } from './undoable.ts';

export interface UndoNote {
  readonly isUndone: boolean;
  readonly note?: string;
}

/** Without a note, models forget what is undone of a turn. */
export function undoNote({ record, files, isUndone }: Undoable): UndoNote {
  const undone = files.filter(file => file.isUndone);
  if (isUndone && undone.length === files.length) {
    const { others } = record;
    return others.length === 0
      ? { isUndone }
      : { isUndone, note: noteOf('files', `What ${others.join(', ')} did`) };
  }
  if (undone.length === 0) return { isUndone };
  const names = undone.slice(0, mostNames).map(({ now }) => visibleLine(now.path));
  const more = undone.length > names.length ? [`${undone.length - names.length} more`] : [];
  return { isUndone: true, note: noteOf([...names, ...more].join(', '), 'The rest') };
}

const mostNames = 20;

function noteOf(what: string, rest: string): string {
  return `[The user has since undone what this turn changed in ${what}. ${rest} is not undone.]`;
}
