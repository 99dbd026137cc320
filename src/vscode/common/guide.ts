import * as vscode from 'vscode';

/** The files in media/guide. The first one leads to the others. */
export const guidePages = [
  'index',
  'models',
  'tools',
  'permissions-and-undo',
  'long-conversations',
  'gateway',
  'terminal',
] as const;

/** Shows a page of the guide in VS Code's Markdown preview: the named one, or the first. */
export async function openGuide(extension: vscode.Uri, named: unknown): Promise<void> {
  const page = guidePages.find(each => each === named) ?? guidePages[0];
  const file = vscode.Uri.joinPath(extension, 'media', 'guide', `${page}.md`);
  await vscode.commands.executeCommand('markdown.showPreview', file);
}
