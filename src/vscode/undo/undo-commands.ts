import { countText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import type { ChangedFile } from '../../ensembles/workspace/journal/changed-files.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
import type { AskUser, Choice } from '../common/ask-in-vscode.ts';
import { commands } from '../common/contributions.ts';
import { inform } from '../common/notices.ts';
import type { Commands } from '../common/vscode-command.ts';
import { type UndoTurnPorts, undoTurn } from './undo-turn.ts';

export interface UndoCommandPorts extends UndoTurnPorts {
  readonly ask: Pick<AskUser, 'pick' | 'wait'>;
}

/** Each takes the id of a turn's first canister; without one, it asks which turn you mean. */
export function undoCommands(ports: UndoCommandPorts): Commands {
  const { turns, shown, ask } = ports;
  return {
    async [commands.undoTurn](turnId) {
      const all = await turns.records();
      const base = typeof turnId === 'string' ? baseOf(turnId, all) : await askForTurn(all, ask, 'Undo Turn');
      if (base !== undefined) await undoTurn(base, ports);
      else if (turnId !== undefined) void inform(gone);
    },
    async [commands.showTurnChanges](turnId) {
      const all = await turns.records();
      const base =
        typeof turnId === 'string' ? baseOf(turnId, all) : await askForTurn(all, ask, 'Show Changes of Turn');
      if (base !== undefined) await shown.show(base);
      else if (turnId !== undefined) void inform(gone);
    },
  };
}

const gone = 'Converser no longer has a record of this turn’s changes.';

function baseOf(turnId: string, all: readonly Undoable[]): Undoable | undefined {
  return turnsIn(all).find(({ record }) => record.header.turnId === turnId);
}

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
