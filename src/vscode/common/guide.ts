import * as vscode from 'vscode';
import { guidePages } from '../activation-ids.ts';

/** Shows a page of the guide in VS Code's Markdown preview: the named one, or the first. */
export async function openGuide(extension: vscode.Uri, named: unknown): Promise<void> {
  const page = guidePages.find(each => each === named) ?? guidePages[0];
  const file = vscode.Uri.joinPath(extension, 'media', 'guide', `${page}.md`);
  await vscode.commands.executeCommand('markdown.showPreview', file);
}
