import * as vscode from 'vscode';
import type { House } from '../../../src/composition/compose-vscode.ts';

/** Milliseconds. A chat view that requires a sign-in asks no participant, and reports nothing. */
const answersWithin = 15_000;

/**
 * Asks in the real chat view, and resolves with what the participant returned to VS Code. Rejects if the participant is
 * not asked, so that the test can clean up before the next one starts.
 */
export async function askInChatView(house: House, query: string): Promise<vscode.ChatResult> {
  const { promise: answered, resolve, reject } = Promise.withResolvers<vscode.ChatResult>();
  const subscription = house.onDidAnswerInChat(resolve);
  const told = `The chat view gave no answer within ${answersWithin / 1000} s. It may want a sign-in.`;
  const alarm = setTimeout(() => reject(new Error(told)), answersWithin);
  try {
    const opened = vscode.commands.executeCommand('workbench.action.chat.open', { query, mode: 'ask' });
    return await Promise.race([answered, opened.then(() => answered)]);
  } finally {
    clearTimeout(alarm);
    subscription.dispose();
  }
}

export async function newChat(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.newChat');
}
