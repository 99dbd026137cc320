import type * as vscode from 'vscode';
import { fullName } from '../../converser/ensemble/invoker.ts';
import { defined } from '../../converser/json/defined.ts';
import { readMetadata } from './participant-history.ts';

/** What a failed answer remembers of its question, for “Try again”. */
export function retryMetadata({ prompt, command }: Pick<vscode.ChatRequest, 'prompt' | 'command'>): {
  readonly retry: Pick<vscode.ChatFollowup, 'prompt' | 'command'>;
} {
  return { retry: defined({ prompt, command }) };
}

/** Longer calls are not offered again, because you could not see what they do. */
const longestPrompt = 1000;

/** What you may want next, judging by how the turn went. */
export function followups(result: vscode.ChatResult): vscode.ChatFollowup[] {
  const tools: vscode.ChatFollowup = { prompt: '', command: 'tools', label: 'Which tools are there?' };
  if (result.errorDetails !== undefined) return retry(result.metadata?.retry);
  const metadata = readMetadata(result);
  if (metadata === undefined) return [];
  const used = metadata.canisters.find(canister => canister.role === 'invocation');
  if (used === undefined) return [tools];
  const again = `${fullName(used)} ${JSON.stringify(used.arguments)}`;
  if (again.length > longestPrompt) return [tools];
  return [{ prompt: again, command: 'invoke', label: `Run ${fullName(used)} again` }];
}

/** Repeats the question: the failed turn was discarded, so the model would see nothing but “try again”. */
function retry(asked: unknown): vscode.ChatFollowup[] {
  if (typeof asked !== 'object' || asked === null) return [];
  const { prompt, command }: { readonly prompt?: unknown; readonly command?: unknown } = asked;
  if (typeof prompt !== 'string') return [];
  return [{ prompt, label: 'Try again', ...(typeof command === 'string' ? { command } : {}) }];
}
