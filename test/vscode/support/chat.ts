import * as vscode from 'vscode';

/** Milliseconds. A chat view that requires a sign-in first does not answer, and does not say so. */
const answersWithin = 200_000;

/**
 * Asks in the real chat view, and resolves with what the participant returned to VS Code. Older versions choose no model by
 * themselves if nobody has signed in.
 *
 * @param id of a model of ours
 */
export async function askInChatView(query: string, id = 'rehearsal/rehearsal'): Promise<vscode.ChatResult> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const message = `The chat view gave no answer within ${answersWithin / 1000} s. It may require a sign-in.`;
  const alarm = setTimeout(() => reject(new Error(message)), answersWithin);
  try {
    const asked = { query, mode: 'ask', blockOnResponse: true, modelSelector: { vendor: 'converser', id } };
    const answered = vscode.commands.executeCommand<vscode.ChatResult>('workbench.action.chat.open', asked);
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(alarm);
  }
}

export async function newChat(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.newChat');
}

interface Asked {
  readonly command?: string;
  readonly model?: object;
  readonly context?: object;
}

/** What VS Code hands to the participant with a message. */
export function chatQuestion(
  prompt: string,
  {
    command,
    model = { vendor: 'converser', id: 'rehearsal/rehearsal' },
    context = { history: [] },
  }: Asked = {},
) {
  const request = { prompt, command, references: [], model } as unknown as vscode.ChatRequest;
  return { request, context: context as vscode.ChatContext };
}

/** Its constructor is VS Code's own, and not part of the typed API. */
const ResponseTurn = vscode.ChatResponseTurn as unknown as new (
  response: readonly vscode.ChatResponseMarkdownPart[],
  result: vscode.ChatResult,
  participant: string,
  command?: string,
) => vscode.ChatResponseTurn;

interface Shown {
  readonly participant?: string;
  readonly command?: string;
  readonly shown?: string | vscode.MarkdownString;
}

/** An earlier answer, as VS Code keeps it. */
export function earlierAnswer(
  result: vscode.ChatResult,
  { participant = 'converser.converser', command, shown = 'Half an answer' }: Shown = {},
): vscode.ChatResponseTurn {
  const text = typeof shown === 'string' ? new vscode.MarkdownString(shown) : shown;
  return new ResponseTurn([new vscode.ChatResponseMarkdownPart(text)], result, participant, command);
}
