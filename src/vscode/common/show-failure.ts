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
  const remedies = remediesFor(code);
  const choice = await complain(message, ...remedies.map(({ label }) => label));
  const chosen = remedies.find(({ label }) => label === choice);
  if (chosen !== undefined) await vscode.commands.executeCommand(chosen.command);
}

interface Remedy {
  readonly label: string;
  readonly command: string;
}

function remediesFor(code: ErrorCode): readonly Remedy[] {
  if (solvedByModel.includes(code)) return [{ label: 'Choose Model…', command: commands.chooseModel }];
  if (code === 'model-unauthorized') return [{ label: 'Set API Key…', command: commands.setApiKey }];
  if (code !== 'internal') return [];
  return [
    { label: 'Show Log', command: commands.showLog },
    { label: 'Report a Problem…', command: commands.reportProblem },
  ];
}
