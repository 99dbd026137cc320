import * as vscode from 'vscode';
import { guidePages } from '../activation-ids.ts';

export async function openGuide(extension: vscode.Uri, named: unknown): Promise<void> {
  const page = guidePages.find(each => each === named) ?? guidePages[0];
  const file = vscode.Uri.joinPath(extension, 'media', 'guide', `${page}.md`);
  await vscode.commands.executeCommand('markdown.showPreview', file);
}
