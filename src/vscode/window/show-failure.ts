import * as vscode from 'vscode';
import { type ErrorCode, errorData } from '../../converser/errors.ts';
import type { Log } from '../../converser/ports.ts';
import { commands } from './contributions.ts';
import { complain } from './notices.ts';

const mendedByChoosing: readonly ErrorCode[] = ['model-not-found', 'model-unreachable', 'no-model'];

/** Shows what went wrong with something that the person wanted, with the way on. Never rejects. */
export async function showFailure(cause: unknown, log: Log): Promise<void> {
  const { code, message } = errorData(cause);
  if (code === 'internal') log.error(cause instanceof Error ? (cause.stack ?? message) : message);
  const way = wayOn(code);
  const choice = await complain(message, ...(way === undefined ? [] : [way.label]));
  if (way !== undefined && choice === way.label) await vscode.commands.executeCommand(way.command);
}

function wayOn(code: ErrorCode): { readonly label: string; readonly command: string } | undefined {
  if (mendedByChoosing.includes(code)) return { label: 'Choose Model', command: commands.chooseModel };
  if (code === 'model-unauthorized') return { label: 'Set API Key…', command: commands.setApiKey };
  return code === 'internal' ? { label: 'Show Log', command: commands.showLog } : undefined;
}
