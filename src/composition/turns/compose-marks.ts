import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { createMarking } from '../../ensembles/workspace/marks/marking.ts';
import { changesWaitKey } from '../../vscode/activation-ids.ts';
import type { Commands } from '../../vscode/common/vscode-command.ts';
import { registerChangeLenses } from '../../vscode/marks/change-lenses.ts';
import { type DecidePorts, undoRest } from '../../vscode/marks/decide-changes.ts';
import { registerFileBadges } from '../../vscode/marks/file-badges.ts';
import { markCommands } from '../../vscode/marks/mark-commands.ts';
import { createMarkDecorations } from '../../vscode/marks/mark-decorations.ts';
import {
  createMarkedFiles,
  type MarkedFiles,
  type MarkedFilesPorts,
} from '../../vscode/marks/marked-files.ts';
import { createQuickDiff } from '../../vscode/marks/quick-diff.ts';
import type { UndoTurnPorts } from '../../vscode/undo/undo-turn.ts';

export interface MarksPorts extends Omit<DecidePorts, 'marked'>, Pick<MarkedFilesPorts, 'changes'> {
  readonly workspaceState: Pick<vscode.Memento, 'get' | 'update'>;
  /** VS Code gives each scheme to one provider only. */
  readonly scheme: string;
  readonly onFailure: (cause: unknown) => void;
}

export interface Marks extends Disposable {
  readonly marked: MarkedFiles;
  readonly commands: Commands;
  readonly undoRest: UndoTurnPorts['undoRest'];
}

export function composeMarks(ports: MarksPorts): Marks {
  const { choices, changes, scheme, onFailure } = ports;
  const marked = createMarkedFiles({ changes, marking: createMarking(choices), onFailure });
  const shown = vscode.Disposable.from(
    createMarkDecorations(marked),
    registerChangeLenses(marked),
    registerFileBadges(marked),
    createQuickDiff(marked, scheme),
    marked.onDidChange(() => tellWaiting(marked, ports)),
    marked,
  );
  return {
    marked,
    commands: markCommands({ ...ports, marked }),
    undoRest: (turn, file) => undoRest(turn, file, { ...ports, marked }),
    dispose: () => shown.dispose(),
  };
}

/** For menus and keys, and so that the marks are back when VS Code starts again. */
function tellWaiting({ waiting }: MarkedFiles, { workspaceState }: Pick<MarksPorts, 'workspaceState'>): void {
  const paths = waiting.map(({ fsPath }) => fsPath);
  void vscode.commands.executeCommand('setContext', 'converser.waitingFiles', paths);
  const waits = paths.length > 0;
  if (workspaceState.get(changesWaitKey, false) !== waits) void workspaceState.update(changesWaitKey, waits);
}
