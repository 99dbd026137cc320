import * as vscode from 'vscode';
import type { ErrorData } from '../../../converser/ground/errors.ts';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import { namedValues } from '../../../ensembles/mcp/definition/named-values.ts';
import { isMcpEnsemble } from '../../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { missingVariable } from '../../../ensembles/mcp/process/missing-variable.ts';
import { needsSignIn } from '../../tools-view/ensembles-tree-nodes.ts';
import { showPlace } from '../questions/ask-launch.ts';
import type { ServerValues } from '../questions/server-values.ts';
import type { ServerLogs } from '../server-logs.ts';

export type RestartServer = (server: McpEnsemble, supply?: Supply) => Promise<void>;

/** Resolves to the server with the variable or header that it lacks, or to `undefined` if you don't give it. */
export type Supply = (server: McpEnsemble, lack: string) => Promise<McpEnsemble | undefined>;

export interface RestartServerPorts {
  readonly values: Pick<ServerValues, 'env' | 'secret'>;
  /** Asks for the value of a secret, and says whether you gave it. */
  readonly giveSecret: (key: string, title: string) => Promise<boolean>;
  readonly launches: { isApproved(server: McpEnsemble): boolean };
  readonly logs: Pick<ServerLogs, 'show'>;
  readonly inform: (message: string) => void;
  readonly complain: (message: string, ...buttons: readonly string[]) => Thenable<string | undefined>;
}

export function createRestartServer(ports: RestartServerPorts): RestartServer {
  return async (first, supply) => {
    let server: McpEnsemble = first;
    for (let next: McpEnsemble | undefined = first; next !== undefined; ) {
      server = next;
      await start(server);
      next = await withWhatItLacks(server, { ...ports, ...(supply && { supply }) });
    }
    // The command is over, even while the notification is still open.
    void showOutcome(server, ports);
  };
}

function start(server: McpEnsemble): Thenable<void> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: `Starting ${server.title}` },
    // Its start has a limit, and you may take your time to answer what it asks.
    () => server.restart(new AbortController().signal),
  );
}

async function withWhatItLacks(
  server: McpEnsemble,
  ports: RestartServerPorts & { readonly supply?: Supply },
): Promise<McpEnsemble | undefined> {
  const { values, giveSecret, launches, supply } = ports;
  const { state, definition, title } = server;
  const isOver = state.status === 'failed' && server.server !== 'starting';
  if (!isOver || !launches.isApproved(server)) return undefined;
  let hasGiven = false;
  for (const { kind, name } of namedValues(definition)) {
    if ((kind === 'env' && values.env(name)) || (await values.secret(name))) continue;
    if (!(await giveSecret(name, `${title} needs ${name}`))) return undefined;
    hasGiven = true;
  }
  if (hasGiven) return server;
  const lack = lackOf(server, state.error);
  return lack === undefined ? undefined : supply?.(server, lack);
}

function lackOf({ definition }: McpEnsemble, { code, message }: ErrorData): string | undefined {
  if (definition.transport.kind === 'stdio') return missingVariable(message);
  const isRefused = code.startsWith('sign-in-') || message.includes('It requires authorization.');
  return isRefused ? 'Authorization' : undefined;
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

/**
 * Resolves once the roster has a server that was described just now, with this text in its description; to `undefined`
 * if the signal aborts before.
 */
export function describedServer(
  { name, text }: { readonly name: string; readonly text: string },
  roster: Pick<EnsembleRoster, 'ensembles' | 'onDidChange'>,
  signal: AbortSignal,
): Promise<McpEnsemble | undefined> {
  const { promise, resolve } = Promise.withResolvers<McpEnsemble | undefined>();
  const look = () => {
    const found = roster.ensembles
      .filter(isMcpEnsemble)
      .find(server => server.name === name && JSON.stringify(server.definition.transport).includes(text));
    if (found !== undefined) resolve(found);
  };
  const subscription = roster.onDidChange(look);
  look();
  signal.addEventListener('abort', () => resolve(undefined), { once: true });
  return promise.finally(() => subscription.dispose());
}
