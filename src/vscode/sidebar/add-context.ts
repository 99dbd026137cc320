import * as vscode from 'vscode';
import { writeMention } from '../../converser/turn/attachments/mention.ts';
import type { MessageAttachments } from '../attachments/message-attachments.ts';
import { selectionMention } from '../attachments/selected-text.ts';
import { commands } from '../common/contributions.ts';
import { withoutIcons } from '../common/markdown.ts';
import { linesText } from '../workspace/editor-selection.ts';
import type { SidebarPage } from './sidebar-page.ts';

export interface AddContextPorts {
  readonly page: Pick<SidebarPage, 'insert'>;
  readonly attachments: Pick<MessageAttachments, 'pick'>;
  readonly hasServers: boolean;
}

interface ContextItem extends vscode.QuickPickItem {
  readonly put?: () => void | Promise<void>;
}

export async function addContext({ page, attachments, hasServers }: AddContextPorts): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const picked = await vscode.window.showQuickPick<ContextItem>(
    workspaceFiles().then(files => [
      ...(editor === undefined ? [] : ofEditor(editor, page)),
      mentioning('warning', 'Problems', { mention: '@problems', page }),
      mentioning('terminal', 'Last Terminal Command', { mention: '@terminal', page }),
      mentioning('git-compare', 'Git Changes', { mention: '@git-diff', page }),
      { label: '$(file-media) Image, PDF or File…', put: () => pickFiles({ page, attachments }) },
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
  await picked?.put?.();
}

const resources: ContextItem = { label: '$(attach) MCP Resource…' };

function ofEditor(editor: vscode.TextEditor, page: AddContextPorts['page']): readonly ContextItem[] {
  const { document, selection } = editor;
  const path = withoutIcons(vscode.workspace.asRelativePath(document.uri));
  const selected = { label: '$(selection) Selection', description: `${linesText(selection)} of ${path}` };
  return [
    ...(selection.isEmpty ? [] : [{ ...selected, put: () => page.insert(selectionMention()) }]),
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

interface Mentioning {
  readonly mention: string;
  readonly page: AddContextPorts['page'];
}

function mentioning(icon: string, label: string, { mention, page }: Mentioning): ContextItem {
  return { label: `$(${icon}) ${label}`, description: mention, put: () => page.insert(mention) };
}

async function pickFiles({ page, attachments }: Omit<AddContextPorts, 'hasServers'>): Promise<void> {
  const mention = await attachments.pick();
  if (mention !== undefined) page.insert(mention);
}

function reference(uri: vscode.Uri): string {
  return writeMention(vscode.workspace.asRelativePath(uri));
}

/** Longer lists are slow to type in. */
const mostFiles = 2_000;

async function workspaceFiles(): Promise<readonly vscode.Uri[]> {
  const found = await vscode.workspace.findFiles('**/*', undefined, mostFiles);
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
