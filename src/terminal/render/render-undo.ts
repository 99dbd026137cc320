import { styleText } from 'node:util';
import { countText } from '../../converser/ground/wording/numbers.ts';
import type { KeptRecord } from '../../ensembles/workspace/journal/record-file.ts';
import { type KeptChange, placeOf } from '../../ensembles/workspace/journal/record-lines.ts';
import type { Undone } from '../../ensembles/workspace/journal/undo.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
import { brief, inOneLine } from './printable.ts';

export function renderUndoables(found: readonly Undoable[], json: boolean): string {
  if (json) return `${JSON.stringify(found.map(asJson))}\n`;
  if (found.length === 0) return 'There is nothing to undo.\n';
  return found.map(undoable => `${renderUndoable(undoable)}\n`).join('');
}

function asJson({ record, isUndone }: Undoable): object {
  const { id, header, changes, others } = record;
  const files = [...new Set(changes.map(({ change }) => pathOf(change)))];
  const { title, at, undoes } = header;
  return { id, title, at, undoes, isUndone, files, others };
}

function renderUndoable({ record, isUndone }: Undoable): string {
  const { id, header, changes, others } = record;
  const files = new Set(changes.map(({ change }) => pathOf(change))).size;
  const title = `${header.undoes === undefined ? '' : 'Undo of '}“${brief(header.title, 60)}”`;
  const state = isUndone ? ', undone' : '';
  const rest = others.length === 0 ? '' : `; can’t undo ${others.map(inOneLine).join(', ')}`;
  return `${id}  ${title}: ${countText(files, 'file')}${state}${rest}`;
}

function pathOf(change: KeptChange): string {
  const { root, path } = placeOf(change);
  return `${root}/${path}`;
}

export interface TerminalUndo {
  readonly record: KeptRecord;
  readonly files: readonly Undone[];
  readonly earlier: ReadonlyMap<string, string>;
}

export function renderOutcome({ record, files: places, earlier }: TerminalUndo, json: boolean): string {
  const { id, header, others } = record;
  if (json) {
    const files = places.map(({ kind, shown, ...each }) => ({
      path: shown,
      outcome: kind,
      ...('reason' in each ? { reason: each.reason } : {}),
      earlier: earlier.get(shown),
    }));
    return `${JSON.stringify({ id, title: header.title, files, others })}\n`;
  }
  const rows = places.map(place => `${renderPlace(place, earlier)}\n`);
  const rest = others.map(tool => `${sign('yellow', '!')} ${inOneLine(tool)} ran, which can’t be undone\n`);
  const isOpen = places.some(place => place.kind === 'conflict' && place.isOpen === true);
  const more = isOpen ? ['Once that is solved, run converse undo again: it goes on.\n'] : [];
  return [`Undo of “${brief(header.title, 60)}”\n`, ...rows, ...rest, ...more].join('');
}

function renderPlace(place: Undone, earlier: ReadonlyMap<string, string>): string {
  const shown = inOneLine(place.shown);
  switch (place.kind) {
    case 'restored':
      return `${sign('green', '✓')} ${shown}`;
    case 'unchanged':
      return `${sign('green', '✓')} ${shown} was back already`;
    case 'conflict': {
      const copy = earlier.get(place.shown);
      const hint = copy === undefined ? '' : `\n    What it was before: ${inOneLine(copy)}`;
      return `${sign('red', '✗')} ${shown} was left as it is: ${inOneLine(place.reason)}${hint}`;
    }
  }
}

function sign(color: 'green' | 'red' | 'yellow', text: string): string {
  return styleText(color, text, { stream: process.stdout });
}
