import { onceAborted } from '../../converser/async/abort.ts';
import type { Log } from '../../converser/ports.ts';
import { countText } from '../../converser/wording/numbers.ts';
import { visibleLine } from '../../converser/wording/visible-text.ts';
import type { ChangedFile } from '../../ensembles/workspace/journal/changed-files.ts';
import type { KeptRecord } from '../../ensembles/workspace/journal/record-file.ts';
import type { TurnUndo, UndoOutcome } from '../../ensembles/workspace/journal/turn-undo.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
import type { AskUser, Choice } from '../window/ask-user.ts';
import type { Commands } from '../window/command.ts';
import { commands } from '../window/contributions.ts';
import { inform, warn } from '../window/notices.ts';
import { showFailure } from '../window/show-failure.ts';
import type { KeptFiles } from './kept-files.ts';
import { showChanges } from './show-changes.ts';
import { conflictIn, showConflict } from './show-conflict.ts';
import type { UndoableConversations } from './undoable-conversations.ts';

export interface UndoCommandPorts {
  readonly turns: TurnUndo;
  readonly kept: KeptFiles;
  readonly conversations: UndoableConversations;
  readonly ask: Pick<AskUser, 'pick' | 'wait'>;
  readonly log: Log;
  /** Called after an undo. */
  readonly onUndone: () => Promise<void>;
}

/** Each takes the id of a turn's first canister; without one, it asks which turn you mean. */
export function undoCommands(ports: UndoCommandPorts): Commands {
  const { turns, kept, ask } = ports;
  return {
    async [commands.undoTurn](turnId) {
      const all = await turns.records();
      const base = typeof turnId === 'string' ? baseOf(turnId, all) : await askForTurn(all, ask, 'Undo Turn');
      if (base !== undefined) await undo(base, ports);
      else if (turnId !== undefined) void inform(gone);
    },
    async [commands.showTurnChanges](turnId) {
      const all = await turns.records();
      const base =
        typeof turnId === 'string' ? baseOf(turnId, all) : await askForTurn(all, ask, 'Show Changes of Turn');
      if (base !== undefined) await showChanges(base, kept);
      else if (turnId !== undefined) void inform(gone);
    },
  };
}

const gone = "Converser no longer has a record of this turn's changes.";

function baseOf(turnId: string, all: readonly Undoable[]): Undoable | undefined {
  return turnsIn(all).find(({ record }) => record.header.turnId === turnId);
}

/** Without the records of undos. */
function turnsIn(all: readonly Undoable[]): readonly Undoable[] {
  return all.filter(({ record }) => record.header.undoes === undefined && record.changes.length > 0);
}

async function askForTurn(
  all: readonly Undoable[],
  ask: UndoCommandPorts['ask'],
  title: string,
): Promise<Undoable | undefined> {
  const found = turnsIn(all);
  if (found.length === 0) {
    void inform('No turn has changed files in this workspace.');
    return undefined;
  }
  return ask.pick({
    title,
    placeholder: 'Select a turn of this workspace',
    choices: found.map(choiceOf),
  });
}

function choiceOf(undoable: Undoable): Choice<Undoable> {
  const { record, isUndone, files } = undoable;
  const when = new Date(record.header.at).toLocaleString();
  return {
    label: `$(${isUndone ? 'redo' : 'discard'}) ${visibleLine(record.header.title)}`,
    description: `${countText(files.length, 'file')}, ${isUndone ? 'undone' : when}`,
    detail: visibleLine(detailOf(files)),
    value: undoable,
  };
}

function detailOf(files: readonly ChangedFile[]): string {
  const names = files.slice(0, 5).map(({ now }) => now.path);
  return files.length > names.length ? `${names.join(', ')}, …` : names.join(', ');
}

/** Takes back a turn, or the last undo of it. */
async function undo(base: Undoable, ports: UndoCommandPorts): Promise<void> {
  const { turns, conversations, ask, onUndone } = ports;
  const { conversationId, turnId, title } = base.record.header;
  if (conversations.isRunning(conversationId)) {
    void warn('A turn of this conversation is running. Stop it first.');
    return;
  }
  const record = lastIn(base, await turns.records());
  const name = visibleLine(title);
  const wait = base.isUndone ? `Redoing “${name}”…` : `Undoing “${name}”…`;
  const outcome = await undoShown(wait, signal => turns.undo(record, { signal }), ask);
  const isUndone = (await turnNow(base, turns))?.isUndone === true;
  if (turnId !== undefined) {
    const note = base.record.others.length === 0 ? undefined : noteFor(base.record.others);
    await conversations.setUndone({
      conversationId,
      turnId,
      isUndone,
      ...(note === undefined ? {} : { note }),
    });
  }
  await onUndone();
  // What it tells may stay for long.
  void tell(outcome, { base, record, name, ports }).catch(cause => showFailure(cause, ports.log));
}

/** Shows that it goes on where it takes long, and lets you stop it between two changes. */
async function undoShown(
  title: string,
  undo: (signal: AbortSignal) => Promise<UndoOutcome>,
  ask: Pick<AskUser, 'wait'>,
): Promise<UndoOutcome> {
  const stop = new AbortController();
  const work = undo(stop.signal);
  const isQuick = await Promise.race([
    work.then(() => true),
    new Promise<false>(resolve => setTimeout(resolve, 500, false)),
  ]);
  if (!isQuick)
    await ask.wait(title, signal => {
      onceAborted(signal, () => stop.abort());
      return work;
    });
  return work;
}

/** The record that is to be taken back: of the turn, or of the last undo or redo of it. */
function lastIn({ record }: Undoable, all: readonly Undoable[]): KeptRecord {
  const next = all.find(each => each.record.header.undoes === record.id);
  return next === undefined ? record : lastIn(next, all);
}

async function turnNow({ record }: Undoable, turns: TurnUndo): Promise<Undoable | undefined> {
  return (await turns.records()).find(each => each.record.id === record.id);
}

/** The model reads it at the end of the turn, which it would otherwise have forgotten. */
function noteFor(others: readonly string[]): string {
  return `[The user has since undone what this turn changed in files. What ${others.join(', ')} did is not undone.]`;
}

interface Told {
  /** As it was before. */
  readonly base: Undoable;
  readonly record: KeptRecord;
  readonly name: string;
  readonly ports: UndoCommandPorts;
}

async function tell(outcome: UndoOutcome, { base, record, name, ports }: Told): Promise<void> {
  const { files } = outcome;
  const conflicts = files.flatMap(each => (each.kind === 'conflict' ? [each] : []));
  const comparable = conflicts.flatMap(each => conflictIn(record, each) ?? []);
  const isDone = files.some(({ kind }) => kind === 'restored');
  const compare = comparable.length > 0 ? ['Compare'] : [];
  const again = isDone ? [base.isUndone ? 'Undo' : 'Redo'] : [];
  const show = conflicts.length === 0 ? inform : warn;
  const pressed = await show(outcomeText(outcome, { base, name }), ...compare, ...again);
  if (pressed === 'Compare') for (const each of comparable) await showConflict(each, record.id, ports.kept);
  else if (pressed !== undefined) await undoAgain(base, ports);
}

function outcomeText({ files }: UndoOutcome, { base, name }: Pick<Told, 'base' | 'name'>): string {
  const verb = base.isUndone ? 'redone' : 'undone';
  const conflicts = files.flatMap(each => (each.kind === 'conflict' ? [each] : []));
  const [begun, others] = [`“${name}”`, base.isUndone ? [] : base.record.others];
  const rest = others.length === 0 ? '' : ` Not undone: ${others.map(visibleLine).join(', ')}.`;
  const reasons = conflicts.slice(0, 3).map(({ shown, reason }) => ` ${visibleLine(shown)}: ${reason}`);
  if (conflicts.length === 0) return `${begun} was ${verb}: ${countText(files.length, 'file')}.${rest}`;
  const left = `${countText(conflicts.length, 'file')} ${conflicts.length === 1 ? 'was' : 'were'} left alone.`;
  const done = conflicts.length < files.length ? `was ${verb} in part` : `was not ${verb}`;
  return `${begun} ${done}: ${left}${reasons.join('')}${rest}`;
}

async function undoAgain(base: Undoable, ports: UndoCommandPorts): Promise<void> {
  const now = await turnNow(base, ports.turns);
  if (now !== undefined) await undo(now, ports);
}
