import * as vscode from 'vscode';
import type { Disposable, Listen } from '../../../converser/async/listeners.ts';
import type { Drift } from '../../../ensembles/mcp/lock/find-drift.ts';
import { commands } from '../../window/contributions.ts';
import { warn } from '../../window/notices.ts';
import { sayChange } from './describe-change.ts';

export interface LeadToDriftsOptions {
  readonly drifts: () => readonly Drift[];
  readonly onDidChange: Listen<void>;
  readonly tell?: (server: string, message: string) => void;
}

/** Tells once of each change that a server made to its tools: whoever does not look at the tree would never know. */
export function leadToDrifts({ drifts, onDidChange, tell = notify }: LeadToDriftsOptions): Disposable {
  let known: ReadonlySet<string> = new Set();
  return onDidChange(() => {
    const all = drifts();
    const fresh = all.filter(drift => !known.has(keyOf(drift)));
    known = new Set(all.map(keyOf));
    for (const server of new Set(fresh.map(drift => drift.server)))
      tell(
        server,
        sayDrifts(
          server,
          fresh.filter(drift => drift.server === server),
        ),
      );
  });
}

function keyOf({ server, tool, kind }: Drift): string {
  return JSON.stringify([server, tool, kind]);
}

function sayDrifts(server: string, drifts: readonly Drift[]): string {
  const [only] = drifts;
  const what =
    drifts.length === 1 && only !== undefined
      ? `The tool ${server}:${only.tool} ${sayChange(only)}.`
      : `${drifts.length} tools of the MCP server ${server} are not what they were.`;
  return `${what} Nothing that a server has changed is offered to models before you accept it.`;
}

async function notify(server: string, message: string): Promise<void> {
  const review = 'Review…';
  if ((await warn(message, review)) === review)
    await vscode.commands.executeCommand(commands.reviewTools, server);
}
