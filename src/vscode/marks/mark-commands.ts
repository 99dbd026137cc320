import * as vscode from 'vscode';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import { commands } from '../common/contributions.ts';
import { inform } from '../common/notices.ts';
import type { Commands } from '../common/vscode-command.ts';
import { type DecidePorts, keepChanges, keepFile, undoChanges, undoFile } from './decide-changes.ts';
import { changesMeant } from './meant-changes.ts';

/** @param undoElsewhere takes back the change at the cursor of another editor, such as that of a turn's changes */
export function markCommands(ports: DecidePorts, undoElsewhere: () => Promise<void>): Commands {
  const { marked } = ports;
  return {
    async [commands.keepChange](...given) {
      const meant = changesMeant(given);
      if (meant !== undefined) await keepChanges(meant, ports);
    },
    async [commands.undoChange](...given) {
      const meant = changesMeant(given);
      const isMarked = meant !== undefined && marked.of(meant.uri)?.found !== undefined;
      if (isMarked) await undoChanges(meant, ports);
      else await undoElsewhere();
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
