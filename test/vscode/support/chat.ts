import * as vscode from 'vscode';

/** Milliseconds. A chat view that requires a sign-in first does not answer, and does not say so. */
const answersWithin = 15_000;

/** Asks in the real chat view, and resolves with what the participant returned to VS Code. */
export async function askInChatView(query: string): Promise<vscode.ChatResult> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const message = `The chat view gave no answer within ${answersWithin / 1000} s. It may require a sign-in.`;
  const alarm = setTimeout(() => reject(new Error(message)), answersWithin);
  try {
    const asked = { query, mode: 'ask', blockOnResponse: true };
    const answered = vscode.commands.executeCommand<vscode.ChatResult>('workbench.action.chat.open', asked);
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(alarm);
  }
}

export async function newChat(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.newChat');
}
