import { countText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import type { ChangedFile } from '../../ensembles/workspace/journal/changed-files.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
import type { AskUser, Choice } from '../common/ask-in-vscode.ts';
import { commands } from '../common/contributions.ts';
import { inform } from '../common/notices.ts';
import type { Commands } from '../common/vscode-command.ts';
import type { Review } from './review.ts';
import { type UndoTurnPorts, undoTurn } from './undo-turn.ts';

export interface UndoCommandPorts extends UndoTurnPorts {
  readonly review: Pick<Review, 'ofTurn' | 'discard' | 'show'>;
  readonly ask: Pick<AskUser, 'pick' | 'wait'>;
}

/** Each takes the id of a turn's first canister; without one, it asks which turn you mean. */
export function undoCommands(ports: UndoCommandPorts): Commands {
  const { turns, shown, ask, review } = ports;
  const meant = async (turnId: unknown, title: string): Promise<readonly Undoable[]> => {
    const isNamed = typeof turnId === 'string';
    const all = await turns.ofTurns(isNamed ? turnId : undefined);
    const changing = all.filter(({ record }) => record.changes.length > 0);
    const found = isNamed ? changing : [await askForTurn(changing, ask, title)];
    if (turnId !== undefined && found.length === 0) void inform(gone);
    return found.filter(each => each !== undefined);
  };
  return {
    async [commands.undoTurn](turnId) {
      const waiting = typeof turnId === 'string' ? review.ofTurn(turnId) : [];
      if (waiting.length > 0) return review.discard(waiting);
      const all = await meant(turnId, 'Undo Turn');
      const left = all.filter(({ isUndone }) => !isUndone);
      // It is done again only once all of it is undone.
      for (const turn of left.length > 0 ? left : all) await undoTurn(turn, ports);
    },
    async [commands.showTurnChanges](turnId) {
      const waiting = typeof turnId === 'string' ? review.ofTurn(turnId) : [];
      if (waiting.length > 0) return review.show(waiting);
      for (const turn of await meant(turnId, 'Show Changes of Turn')) await shown.show(turn);
    },
  };
}

const gone = 'Converser no longer has a record of this turn’s changes.';

async function askForTurn(
  found: readonly Undoable[],
  ask: UndoCommandPorts['ask'],
  title: string,
): Promise<Undoable | undefined> {
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
