import * as vscode from 'vscode';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { MarkedChange } from '../../ensembles/workspace/marks/marking.ts';
import { commands } from '../common/contributions.ts';
import { inform } from '../common/notices.ts';
import type { Commands } from '../common/vscode-command.ts';
import { type DecidePorts, keepChanges, keepFile, undoChanges, undoFile } from './decide-changes.ts';
import { changesMeant } from './meant-changes.ts';

export function markCommands(ports: DecidePorts): Commands {
  return {
    [commands.keepChange]: (...given) => keepChanges(changesMeant(given), ports),
    [commands.undoChange]: (...given) => undoChanges(changesMeant(given), ports),
    async [commands.undoOtherChanges]() {
      const { in: here, ...meant } = changesMeant([]);
      const others = (all: readonly MarkedChange[]) =>
        here(all).length === 0 ? [] : all.filter(each => !here(all).includes(each));
      await undoChanges({ ...meant, in: others }, ports);
    },
    async [commands.keepFile](given) {
      const uri = fileMeant(given);
      if (uri !== undefined) await keepFile(uri, ports);
    },
    async [commands.undoFile](given) {
      const uri = fileMeant(given);
      if (uri !== undefined) await undoFile(uri, ports);
    },
    [commands.nextChange]: () => go(1, ports),
    [commands.previousChange]: () => go(-1, ports),
  };
}

/** The row in Source Control gives its file, and a key means that of the editor. */
function fileMeant(given: unknown): vscode.Uri | undefined {
  const resource: unknown = given instanceof vscode.Uri || !isJsonObject(given) ? given : given.resourceUri;
  return resource instanceof vscode.Uri ? resource : vscode.window.activeTextEditor?.document.uri;
}

/** Goes round. */
async function go(by: 1 | -1, { marked }: Pick<DecidePorts, 'marked'>): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const changes = (editor && (await marked.look(editor.document))?.found?.changes) ?? [];
  if (editor === undefined || changes.length === 0) return void inform('No change waits in this file.');
  const lines = changes.map(({ newStart }) => Math.min(newStart, editor.document.lineCount - 1));
  const { line } = editor.selection.active;
  const next = by === 1 ? lines.find(each => each > line) : lines.findLast(each => each < line);
  const to = next ?? (by === 1 ? lines[0] : lines.at(-1)) ?? line;
  editor.selection = new vscode.Selection(to, 0, to, 0);
  editor.revealRange(new vscode.Range(to, 0, to, 0), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
