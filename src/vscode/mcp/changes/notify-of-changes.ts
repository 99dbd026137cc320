import * as vscode from 'vscode';
import type { Disposable, Listen } from '../../../converser/ground/async/listeners.ts';
import type { Drift } from '../../../ensembles/mcp/lock/find-drift.ts';
import { commands } from '../../common/contributions.ts';
import { warn } from '../../common/notices.ts';
import { notifyOnce } from '../../questions/notify-once.ts';
import { changeText, isAboutInstructions, subjectOf } from './describe-tool-change.ts';

export interface NotifyOfChangesOptions {
  readonly drifts: () => readonly Drift[];
  readonly onDidChange: Listen<void>;
  readonly notify?: (server: string, message: string) => void;
}

/** Notifies even if the Ensembles view is closed. */
export function notifyOfChanges({
  drifts,
  onDidChange,
  notify = offerReview,
}: NotifyOfChangesOptions): Disposable {
  return notifyOnce({
    all: drifts,
    keyOf: ({ server, tool, kind }) => JSON.stringify([server, tool, kind]),
    onDidChange,
    notify: fresh => {
      const byServer = Map.groupBy(fresh, ({ server }) => server);
      for (const [server, own] of byServer) notify(server, messageOf(server, own));
    },
  });
}

function messageOf(server: string, drifts: readonly Drift[]): string {
  const [only] = drifts;
  const what = drifts.length === 1 && only !== undefined ? oneChange(only) : severalChanges(server, drifts);
  return `${what} Changes are withheld from models until you accept them.`;
}

function oneChange(drift: Drift): string {
  const subject = isAboutInstructions(drift) ? subjectOf(drift) : `The tool ${subjectOf(drift)}`;
  return `${subject} ${changeText(drift)}.`;
}

function severalChanges(server: string, drifts: readonly Drift[]): string {
  const tools = drifts.filter(drift => !isAboutInstructions(drift)).length;
  const more = tools < drifts.length ? ', and its instructions' : '';
  return `MCP server ${server} changed ${tools} of its tools${more}.`;
}

async function offerReview(server: string, message: string): Promise<void> {
  const review = 'Review…';
  if ((await warn(message, review)) === review)
    await vscode.commands.executeCommand(commands.manageMcpServer, server, 'review');
}
