import * as vscode from 'vscode';
import { type ErrorCode, errorData } from '../../converser/ground/errors.ts';
import type { Log } from '../../converser/ground/ports.ts';
import { commands } from './contributions.ts';
import { complain } from './notices.ts';

const solvedByModel: readonly ErrorCode[] = ['model-not-found', 'model-unreachable', 'no-model'];

/** Contract: never rejects. */
export async function showFailure(cause: unknown, log: Log): Promise<void> {
  const { code, message } = errorData(cause);
  if (code === 'internal') log.error(cause instanceof Error ? (cause.stack ?? message) : message);
  const remedy = remedyFor(code);
  const choice = await complain(message, ...(remedy === undefined ? [] : [remedy.label]));
  if (remedy !== undefined && choice === remedy.label) await vscode.commands.executeCommand(remedy.command);
}

function remedyFor(code: ErrorCode): { readonly label: string; readonly command: string } | undefined {
  if (solvedByModel.includes(code)) return { label: 'Choose Model…', command: commands.chooseModel };
  if (code === 'model-unauthorized') return { label: 'Set API Key…', command: commands.setApiKey };
  return code === 'internal' ? { label: 'Show Log', command: commands.showLog } : undefined;
}
