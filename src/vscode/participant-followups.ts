import type * as vscode from 'vscode';
import { fromJson } from '../converser/canister-json.ts';
import { fullName } from '../converser/invoker.ts';
import type { ChatMetadata } from './participant-history.ts';

/** What a person may well want next, judging by how the turn went. */
export function followups(result: vscode.ChatResult): vscode.ChatFollowup[] {
  if (result.errorDetails !== undefined) return [{ prompt: 'Try again', label: 'Try again' }];
  const json: unknown = result.metadata?.converser;
  if (typeof json !== 'string') return [];
  const { canisters } = fromJson<ChatMetadata>(json);
  const used = canisters.find(canister => canister.role === 'invocation');
  const tools: vscode.ChatFollowup = { prompt: '', command: 'tools', label: 'What tools are there?' };
  if (used === undefined) return [tools];
  const again = `${fullName(used)} ${JSON.stringify(used.arguments)}`;
  return [{ prompt: again, command: 'invoke', label: `Run ${fullName(used)} again` }];
}
