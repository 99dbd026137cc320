import path from 'node:path';

import type { Host } from '../converser/ground/host.ts';
import { defined } from '../converser/ground/json/defined.ts';

import type { ServerLogLine } from '../ensembles/mcp/connection/connection-ports.ts';
import { createMcp, type LaunchPorts, type Mcp, type McpStorage } from '../ensembles/mcp/create-mcp.ts';
import type { ServerDefinition } from '../ensembles/mcp/definition/server-definition.ts';
import { driftText } from '../ensembles/mcp/lock/drift-text.ts';
import { lockPlace } from '../ensembles/mcp/lock/lock-place.ts';
import type { ToolLock } from '../ensembles/mcp/lock/tool-lock.ts';
import { createLaunchAsk, serverQuestions } from './ask/server-questions.ts';
import type { FolderOptions } from './command-line/command-line.ts';
import { openLaunchFile } from './state/launch-file.ts';
import { stateFolder } from './state/state-file.ts';
import { terminalValues } from './terminal-values.ts';

export interface TerminalMcpOptions extends Pick<FolderOptions, 'roots' | 'lock'> {
  /** Starts all servers only to compare them with their locks: asks you nothing, and stores nothing. */
  readonly onlyCompares?: boolean;
  /** Asks you nothing, because another program uses the terminal. */
  readonly isUnattended?: boolean;
  readonly hasCallers?: boolean;
}

const limits = {
  /** In milliseconds. There is only one turn, so an MCP server that is ready after it is of no use. */
  firstSight: 60_000,
  /** In milliseconds. You wait for the prompt by then, and some MCP servers end only at the second signal. */
  shutdown: 500,
};

export async function loadTerminalMcp(options: TerminalMcpOptions, host: Host): Promise<Mcp> {
  const { roots, onlyCompares = false, isUnattended = false, hasCallers = false } = options;
  const [folder] = roots;
  const { questions, signIns } = serverQuestions({
    isUnattended: onlyCompares || isUnattended || !process.stderr.isTTY,
  });
  const mcp = createMcp({
    host,
    launches: {
      ...(onlyCompares ? approvesAll : await approvals(host, { isUnattended })),
      // MCP servers of a folder are loaded only with `--trust`.
      isTrusted: () => true,
      values: terminalValues(roots),
    },
    signIns,
    questions: onlyCompares ? { cancelsAll: true } : { ...questions, callersAnswer: hasCallers },
    storage: storageOf(options),
    servers: defined({
      log: (line: ServerLogLine) => logLine(line, host),
      // Lower levels are not shown here, so MCP servers need not send them.
      logLevels: { of: () => 'warn' as const },
      limits,
      folder,
    }),
  });
  if (!onlyCompares) mcp.lock.onDidDrift(() => warnOfDrifts(mcp.lock, host));
  return mcp;
}

/** `--verify-lock` and `--accept-lock` are there to start all MCP servers. */
const approvesAll: Pick<LaunchPorts, 'ask' | 'memory'> = {
  ask: async () => true,
  memory: { read: () => undefined, write: async () => {} },
};

async function approvals(
  host: Host,
  { isUnattended }: { readonly isUnattended: boolean },
): Promise<Omit<LaunchPorts, 'isTrusted' | 'values'>> {
  return {
    ask: isUnattended ? createLaunchAsk(() => undefined) : createLaunchAsk(),
    memory: await openLaunchFile(),
    howToBeAsked: 'Run this again in a terminal to be asked.',
    onStart: definition => warnOfSampling(definition, host),
  };
}

function storageOf({ lock, onlyCompares = false }: TerminalMcpOptions): McpStorage {
  const manifests = path.join(stateFolder(), 'mcp');
  const locks = {
    fileOf: (definition: ServerDefinition) => lock ?? lockPlace(definition, manifests),
    pinsFirstSight: !onlyCompares,
  };
  return onlyCompares ? { lock: locks } : { lock: locks, manifests };
}

/** An MCP server's standard error is shown only in the message of its failure. */
function logLine({ server, level, from, text }: ServerLogLine, { log }: Host): void {
  const line = `${server}: ${text}`;
  if (from === 'stderr' || level === 'debug') log.debug(line);
  else log[level](line);
}

function warnOfSampling({ name, sampling }: ServerDefinition, { log }: Host): void {
  if (!sampling) return;
  log.warn(`MCP server ${name} may use your model (sampling), but only in VS Code, not in a terminal.`);
}

function warnOfDrifts({ servers }: ToolLock, { log }: Host): void {
  for (const { trouble, drifts } of servers) {
    if (trouble !== undefined) log.warn(trouble);
    for (const drift of drifts) log.warn(`${driftText(drift)} To accept it, use --accept-lock.`);
  }
}
