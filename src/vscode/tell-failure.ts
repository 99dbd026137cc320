import * as vscode from 'vscode';
import { type ErrorCode, errorData } from '../converser/errors.ts';
import type { Log } from '../converser/host.ts';
import { commands } from './contributions.ts';

const mendedByChoosing: readonly ErrorCode[] = ['model-not-found', 'model-unreachable', 'no-model'];

/** Shows what went wrong with something that the person wanted, with the way on. Never rejects. */
export async function tellFailure(cause: unknown, log: Log): Promise<void> {
  const { code, message } = errorData(cause);
  if (code === 'internal') log.error(cause instanceof Error ? (cause.stack ?? message) : message);
  const [label, command] = mendedByChoosing.includes(code)
    ? (['Choose Model', commands.chooseModel] as const)
    : (['Show Log', commands.showLog] as const);
  const offered = code === 'internal' || label === 'Choose Model' ? [label] : [];
  const choice = await vscode.window.showErrorMessage(message, ...offered);
  if (choice === label) await vscode.commands.executeCommand(command);
}
