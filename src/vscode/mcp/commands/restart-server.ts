import * as vscode from 'vscode';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import { isMcpEnsemble } from '../../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { needsSignIn } from '../../tools-view/ensembles-tree-nodes.ts';
import { showPlace } from '../questions/ask-launch.ts';
import type { ServerLogs } from '../server-logs.ts';

export type RestartServer = (server: McpEnsemble) => Promise<void>;

export interface RestartServerPorts {
  readonly launches: { isApproved(server: McpEnsemble): boolean };
  readonly logs: Pick<ServerLogs, 'show'>;
  readonly inform: (message: string) => void;
  readonly complain: (message: string, ...buttons: readonly string[]) => Thenable<string | undefined>;
}

export function createRestartServer(ports: RestartServerPorts): RestartServer {
  return async server => {
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: `Starting ${server.title}` },
      // Its start has a limit, and you may take your time to answer what it asks.
      () => server.restart(new AbortController().signal),
    );
    // The command is over, even while the notification is still open.
    void showOutcome(server, ports);
  };
}

/** The log is often the only place that says why a server failed, but not after a refusal or without a sign-in. */
async function showOutcome(
  server: McpEnsemble,
  { launches, logs, inform, complain }: RestartServerPorts,
): Promise<void> {
  const { state, name, title, definition } = server;
  if (state.status !== 'failed' || server.server === 'starting') return;
  const message = `${title} did not start. ${state.error.message}`;
  if (!launches.isApproved(server) || needsSignIn(state.error)) return inform(message);
  const answer = await complain(message, showLog, openConfiguration);
  if (answer === showLog) logs.show(name);
  if (answer === openConfiguration) await showPlace(definition.source.place);
}

const showLog = 'Show Log';
const openConfiguration = 'Open Configuration';

/** Resolves once the roster has a server that was described just now; to `undefined` if the signal aborts before. */
export function serverNamed(
  name: string,
  roster: Pick<EnsembleRoster, 'ensembles' | 'onDidChange'>,
  signal: AbortSignal,
): Promise<McpEnsemble | undefined> {
  const { promise, resolve } = Promise.withResolvers<McpEnsemble | undefined>();
  const look = () => {
    const found = roster.ensembles.filter(isMcpEnsemble).find(server => server.name === name);
    if (found !== undefined) resolve(found);
  };
  const subscription = roster.onDidChange(look);
  look();
  signal.addEventListener('abort', () => resolve(undefined), { once: true });
  return promise.finally(() => subscription.dispose());
}
