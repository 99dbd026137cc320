import type * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { Conversation } from '../../converser/words/conversation/conversation.ts';
import type { Context } from '../../converser/words/ensemble/invoker.ts';

export const lmToolsName = 'vscode';

const key = 'toolInvocationToken';

/** With it, VS Code shows calls in that chat. A conversation has one turn, so it never holds another's token. */
export function lendToken(conversation: Conversation, token: vscode.ChatParticipantToolToken): Disposable {
  const namespace = conversation.namespace(lmToolsName);
  namespace.set(key, token);
  return { dispose: () => void namespace.delete(key) };
}

export function borrowedToken(namespace: Context['namespace']): vscode.ChatParticipantToolToken | undefined {
  return namespace.get(key) as vscode.ChatParticipantToolToken | undefined;
}
