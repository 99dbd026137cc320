import { countText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import type { KeptRecord } from '../../ensembles/workspace/journal/record-file.ts';
import type { UndoOutcome } from '../../ensembles/workspace/journal/turn-undo.ts';
import type { Undone } from '../../ensembles/workspace/journal/undo.ts';
import { inform, warn } from '../common/notices.ts';
import type { KeptFiles } from './kept-files.ts';
import { conflictIn, showConflict } from './show-conflict.ts';

export interface ToldUndo {
  readonly record: KeptRecord;
  readonly name: string;
  readonly count: number;
  readonly isRedo: boolean;
  readonly isWhole: boolean;
  readonly kept: KeptFiles;
  readonly again: () => Promise<void>;
}

export async function tellOutcome(outcome: UndoOutcome, told: ToldUndo): Promise<void> {
  const { record, isRedo, kept, again } = told;
  const conflicts = outcome.files.filter(each => each.kind === 'conflict');
  // The row of the file shows it, and takes it back.
  if (!told.isWhole && conflicts.length === 0 && outcome.files.length === 1) return;
  const comparable = conflicts.flatMap(each => conflictIn(record, each) ?? []);
  const isDone = outcome.files.some(({ kind }) => kind === 'restored');
  const compare = comparable.length > 0 ? ['Compare'] : [];
  const back = isDone ? [isRedo ? 'Undo' : 'Redo'] : [];
  const show = conflicts.length === 0 ? inform : warn;
  const pressed = await show(outcomeText(outcome, told), ...compare, ...back);
  if (pressed === 'Compare') for (const each of comparable) await showConflict(each, record.id, kept);
  else if (pressed !== undefined) await again();
}

function outcomeText({ files }: UndoOutcome, { record, name, count, isRedo, isWhole }: ToldUndo): string {
  const verb = isRedo ? 'redone' : 'undone';
  const conflicts = files.filter(each => each.kind === 'conflict');
  const others = isRedo || !isWhole ? [] : record.others;
  const rest = others.length === 0 ? '' : ` Not undone: ${others.map(visibleLine).join(', ')}.`;
  if (conflicts.length === 0) return `“${name}” was ${verb}: ${countText(count, 'file')}.${rest}`;
  const done = conflicts.length < files.length ? `was ${verb} in part` : `was not ${verb}`;
  return `“${name}” ${done}: ${leftAloneText(conflicts)}${rest}`;
}

export function leftAloneText(conflicts: readonly Extract<Undone, { kind: 'conflict' }>[]): string {
  const reasons = conflicts.slice(0, 3).map(({ shown, reason }) => ` ${visibleLine(shown)}: ${reason}`);
  const { length } = conflicts;
  return `${countText(length, 'file')} ${length === 1 ? 'was' : 'were'} left alone.${reasons.join('')}`;
}
