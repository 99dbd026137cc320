import type * as vscode from 'vscode';
import { defined } from '../../converser/ground/json/defined.ts';
import { readMetadata } from './participant-history.ts';

export function retryMetadata({ prompt, command }: Pick<vscode.ChatRequest, 'prompt' | 'command'>): {
  readonly retry: Pick<vscode.ChatFollowup, 'prompt' | 'command'>;
} {
  return { retry: defined({ prompt, command }) };
}

export function followups(result: vscode.ChatResult): vscode.ChatFollowup[] {
  const tools: vscode.ChatFollowup = { prompt: '', command: 'tools', label: 'Which tools are there?' };
  const metadata = readMetadata(result);
  if (result.errorDetails !== undefined) {
    const hasRounds = metadata?.canisters.some(({ role }) => role === 'result') === true;
    return [...(hasRounds ? [proceed] : []), ...retry(result.metadata?.retry)];
  }
  const hasUsedTools = metadata?.canisters.some(({ role }) => role === 'invocation') !== false;
  return [...(hasUsedTools ? [] : [tools]), ...(metadata === undefined ? [] : [goOn])];
}

const goOn: vscode.ChatFollowup = { prompt: '', command: 'continue', label: 'Continue in the sidebar' };

const proceed: vscode.ChatFollowup = { prompt: 'Continue.', label: 'Continue' };

/** Repeats the question itself, so that the answer does not depend on how the model reads “try again”. */
function retry(asked: unknown): vscode.ChatFollowup[] {
  if (typeof asked !== 'object' || asked === null) return [];
  const { prompt, command }: { readonly prompt?: unknown; readonly command?: unknown } = asked;
  if (typeof prompt !== 'string') return [];
  return [{ prompt, label: 'Try again', ...(typeof command === 'string' ? { command } : {}) }];
}
