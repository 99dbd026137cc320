import type * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { Conversation } from '../../converser/words/conversation/conversation.ts';
import type { Context } from '../../converser/words/ensemble/invoker.ts';

/** The name under which descriptors and settings know the ensemble of VS Code's tools. */
export const lmToolsName = 'vscode';

const key = 'toolInvocationToken';

/**
 * Lends the token of a chat request to VS Code's tools for one turn, so that VS Code shows their calls, and asks its
 * own questions, in that chat. A conversation has one turn at a time, so it never holds the token of another.
 */
export function lendToken(conversation: Conversation, token: vscode.ChatParticipantToolToken): Disposable {
  const namespace = conversation.namespace(lmToolsName);
  namespace.set(key, token);
  return { dispose: () => void namespace.delete(key) };
}

/** The token of the turn, where it is one of a chat request. */
export function borrowedToken(namespace: Context['namespace']): vscode.ChatParticipantToolToken | undefined {
  return namespace.get(key) as vscode.ChatParticipantToolToken | undefined;
}
