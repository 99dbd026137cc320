import * as vscode from 'vscode';
import type { House } from '../../../src/house.ts';

/** Asks in the real chat view, and resolves with what the participant returned to VS Code. */
export async function askInChatView(house: House, query: string): Promise<vscode.ChatResult> {
  const answered = new Promise<vscode.ChatResult>(resolve => {
    const subscription = house.onDidAnswerInChat(result => {
      subscription.dispose();
      resolve(result);
    });
  });
  await vscode.commands.executeCommand('workbench.action.chat.open', { query, mode: 'ask' });
  return answered;
}

export async function newChat(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.newChat');
}
