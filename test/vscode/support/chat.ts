import * as vscode from 'vscode';
import type { House } from '../../../src/composition/compose-vscode.ts';

/** Milliseconds. A chat view that wants a sign-in first asks nobody, and does not say so to whoever opened it. */
const answersWithin = 15_000;

/**
 * Asks in the real chat view, and resolves with what the participant returned to VS Code. Rejects when it is not asked,
 * so that whoever waits for it can clear up before the next test begins.
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
