import * as vscode from 'vscode';
import { commands } from '../window/contributions.ts';
import { withoutIcons } from '../window/markdown.ts';
import { describeSelection, linesText } from '../workspace/editor-selection.ts';
import type { SidebarPage } from './sidebar-page.ts';

export interface AddContextPorts {
  readonly page: Pick<SidebarPage, 'add' | 'insert'>;
  /** Whether there are MCP servers, which may have resources. */
  readonly hasServers: boolean;
}

interface ContextItem extends vscode.QuickPickItem {
  readonly put?: () => void;
}

/** Lets you choose what your message is about, and puts it into the field: a selection, a file, an MCP resource. */
export async function addContext({ page, hasServers }: AddContextPorts): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const picked = await vscode.window.showQuickPick<ContextItem>(
    workspaceFiles().then(files => [
      ...(editor === undefined ? [] : ofEditor(editor, page)),
      ...(hasServers ? [resources] : []),
      { label: 'Files', kind: vscode.QuickPickItemKind.Separator },
      ...files.map(uri => fileItem(uri, page)),
    ]),
    {
      title: 'Add Context',
      placeHolder: 'Select what your message is about',
      matchOnDescription: true,
    },
  );
  if (picked === resources)
    return vscode.commands.executeCommand(commands.attachMcpResource, { surface: 'sidebar' });
  // The list may have been opened while the focus was elsewhere, and VS Code gives it back there.
  await vscode.commands.executeCommand(commands.focusSidebar);
  picked?.put?.();
}

const resources: ContextItem = { label: '$(attach) MCP Resource…' };

function ofEditor(editor: vscode.TextEditor, page: AddContextPorts['page']): readonly ContextItem[] {
  const { document, selection } = editor;
  const path = withoutIcons(vscode.workspace.asRelativePath(document.uri));
  const selected = { label: '$(selection) Selection', description: `${linesText(selection)} of ${path}` };
  return [
    ...(selection.isEmpty ? [] : [{ ...selected, put: () => page.add(describeSelection(editor)) }]),
    {
      label: '$(file) File in the Editor',
      description: path,
      put: () => page.insert(reference(document.uri)),
    },
  ];
}

function fileItem(uri: vscode.Uri, page: AddContextPorts['page']): ContextItem {
  const path = vscode.workspace.asRelativePath(uri);
  const name = path.split('/').at(-1) ?? path;
  return {
    label: `$(file) ${withoutIcons(name)}`,
    description: withoutIcons(path.slice(0, -name.length - 1)),
    put: () => page.insert(reference(uri)),
  };
}

/** How a message names a file, so that models read it with their tools. */
function reference(uri: vscode.Uri): string {
  return `\`${vscode.workspace.asRelativePath(uri)}\``;
}

/** As many as a list can hold that one types in. */
const mostFiles = 2_000;

async function workspaceFiles(): Promise<readonly vscode.Uri[]> {
  const found = await vscode.workspace.findFiles('**/*', undefined, mostFiles);
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
