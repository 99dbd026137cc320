import * as vscode from 'vscode';
import type { Disposable } from '../../converser/async/listeners.ts';
import type { SidebarRequest } from '../../sidebar/protocol.ts';
import { commands } from '../window/contributions.ts';
import { inform } from '../window/notices.ts';
import type { OpenRequests } from './open-requests.ts';

export interface LeadToRequestsOptions {
  readonly requests: OpenRequests;
  /** Whether the person sees the sidebar, which shows them. */
  readonly isSeen: () => boolean;
  readonly tell?: (request: SidebarRequest) => void;
}

/** Tells once of each question of a server that comes while nobody looks, whichever surface it came up in. */
export function leadToRequests({ requests, isSeen, tell = notify }: LeadToRequestsOptions): Disposable {
  let known: ReadonlySet<string> = new Set();
  return requests.onDidChange(() => {
    const open = requests.all;
    const fresh = open.filter(({ id }) => !known.has(id));
    known = new Set(open.map(({ id }) => id));
    for (const request of fresh) if (!isSeen()) tell(request);
  });
}

async function notify({ server }: SidebarRequest): Promise<void> {
  const answer = 'Answer';
  const choice = await inform(`The MCP server ${server} waits for an answer of yours.`, answer);
  if (choice === answer) await vscode.commands.executeCommand(commands.focusSidebar);
}
