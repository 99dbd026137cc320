import type * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { Conversation } from '../../converser/words/conversation/conversation.ts';
import type { Context } from '../../converser/words/ensemble/invoker.ts';

export const lmToolsName = 'vscode';

const key = 'toolInvocationToken';

/**
 * With the token of a chat request, VS Code shows the calls of its tools, and asks its own questions, in that chat. A
 * conversation has one turn at a time, so it never holds the token of another.
 */
export function lendToken(conversation: Conversation, token: vscode.ChatParticipantToolToken): Disposable {
  const namespace = conversation.namespace(lmToolsName);
  namespace.set(key, token);
  return { dispose: () => void namespace.delete(key) };
}

export function borrowedToken(namespace: Context['namespace']): vscode.ChatParticipantToolToken | undefined {
  return namespace.get(key) as vscode.ChatParticipantToolToken | undefined;
}
