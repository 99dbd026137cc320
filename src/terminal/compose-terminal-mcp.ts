import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Host } from '../converser/host.ts';
import { defined } from '../converser/json/defined.ts';
import { type EnsembleKind, lazyKind } from '../ensembles/descriptors/ensemble-kind.ts';
import type { ForeignFile } from '../ensembles/descriptors/prepared-ensembles.ts';
import type { ServerLogLine } from '../ensembles/mcp/connection/connection-ports.ts';
import type { InputDefinition, ServerDefinition } from '../ensembles/mcp/definition/server-definition.ts';
import type { McpPorts } from '../ensembles/mcp/ensemble/mcp-ports.ts';
import type { InspectManifest } from '../ensembles/mcp/manifest/manifest.ts';
import type { TerminalOptions } from './command-line/options.ts';
import { stateFolder } from './state/state-folder.ts';

export interface TerminalMcpOptions extends Pick<TerminalOptions, 'roots'> {
  /** What the tools of servers are held against. */
  readonly inspect: InspectManifest;
  /** Gets the tool that reads long results, when there is one to be read. Absent: they are cut. */
  readonly roster?: Pick<EnsembleRoster, 'set'>;
  /** Whether what servers said some other time is of no interest. */
  readonly isForgetful?: boolean;
  /**
   * Whether starting them all was what was asked for: nobody is asked before a server of a folder starts, and none is
   * answered anything, although they are told that they may ask.
   */
  readonly startsAll?: boolean;
}

export interface TerminalMcp {
  /** Loads what it needs when the first descriptor wants it. */
  readonly kind: EnsembleKind;
  /** The servers in a folder's `.vscode/mcp.json`. */
  mcpJson(root: string): ForeignFile;
  dispose(): void;
}

/** Milliseconds. Whoever has their answer waits for the prompt, and some servers end only when they are told twice. */
const shutdown = 500;

/** MCP servers in a terminal: what was named on the command line counts as approved by whoever typed it. */
export function createTerminalMcp(options: TerminalMcpOptions, host: Host): TerminalMcp {
  let made: Promise<McpPorts> | undefined;
  let foreign: ReturnType<typeof loadForeign> | undefined;
  const ports = () => {
    made ??= createPorts(options, host);
    return made;
  };
  return {
    kind: lazyKind('mcp', async () => {
      const { mcpKind } = await import('../ensembles/mcp/ensemble/mcp-kind.ts');
      return mcpKind(await ports());
    }),
    mcpJson: root => ({
      name: 'mcp.json',
      async prepare(place, files) {
        foreign ??= loadForeign(await ports());
        return (await foreign)({ name: 'mcp.json', kind: 'mcp.json', folder: root }).prepare(place, files);
      },
    }),
    dispose: () => void made?.then(ports => ports.process.guard?.dispose()),
  };
}

async function loadForeign(ports: McpPorts) {
  const [{ mcpJsonEnsembles }, { createMcpEnsemble }] = await Promise.all([
    import('../ensembles/mcp/mcp-json/mcp-json-ensembles.ts'),
    import('../ensembles/mcp/ensemble/mcp-ensemble.ts'),
  ]);
  return mcpJsonEnsembles(definition => createMcpEnsemble(definition, ports));
}

/** Milliseconds for a server that nobody knows yet. There is one turn only: what comes after it comes too late. */
const longestWait = 60_000;

async function createPorts(options: TerminalMcpOptions, host: Host): Promise<McpPorts> {
  const { roots, roster, inspect, isForgetful = false, startsAll = false } = options;
  const [
    { createLoginPath },
    { createProcessGuard },
    { createStartSlots },
    { folderManifests },
    { fillInValues },
    { createLaunchApproval },
    { createLaunchAsk },
    { openLaunchFile },
    { serverQuestions },
    { spillIntoRoster },
    { silentUser },
  ] = await Promise.all([
    import('../ensembles/mcp/process/login-path.ts'),
    import('../ensembles/mcp/process/process-guard.ts'),
    import('../ensembles/mcp/process/start-slots.ts'),
    import('../ensembles/mcp/manifest/folder-manifests.ts'),
    import('../ensembles/mcp/definition/substitute-values.ts'),
    import('../ensembles/mcp/approval/launch-approval.ts'),
    import('./ask/ask-launch.ts'),
    import('./state/launch-file.ts'),
    import('./ask/server-questions.ts'),
    import('../ensembles/mcp/calls/spill-into-roster.ts'),
    import('../ensembles/mcp/connection/silent-user.ts'),
  ]);
  const [folder] = roots;
  const isAlone = startsAll || !process.stderr.isTTY;
  const questions = await serverQuestions({
    roots,
    clock: host.clock,
    isAlone,
    clientMetadataUrl: process.env.CONVERSER_CLIENT_METADATA_URL ?? '',
  });
  const values = {
    env: (name: string) => process.env[name],
    // There is no secret storage here, and often nobody to ask: what servers need comes from variables.
    secret: async (key: string) => process.env[variable('SECRET', key)],
    howToKeep: (key: string) => setVariable('SECRET', key),
    input: async ({ id }: InputDefinition) => process.env[variable('INPUT', id)],
    howToGive: (id: string) => setVariable('INPUT', id),
    folders: roots.map(root => ({ name: path.basename(root), path: root })),
    userHome: homedir(),
    readText: (file: string) => readFile(file, 'utf8').catch(() => undefined),
  };
  return {
    clock: host.clock,
    limits: { firstSight: longestWait, shutdown },
    process: defined({
      environment: process.env,
      loginPath: createLoginPath({ environment: process.env }),
      guard: createProcessGuard(),
      slots: createStartSlots({ clock: host.clock }),
      folder,
    }),
    connection: {
      log: line => tell(line, host),
      // What is less is not shown here, so that no server need send it.
      logLevels: { of: () => 'warn' },
      ...questions,
      // Who starts them all wants to look at all that they have, and not to talk with them.
      ...(startsAll ? { handlers: { ...questions.handlers, ...silentUser } } : {}),
    },
    beforeStart: {
      // What came with a folder is loaded only where `--trust` was typed.
      approve: createLaunchApproval({
        ask: startsAll ? async () => true : createLaunchAsk(),
        memory: startsAll ? { read: () => undefined, write: async () => {} } : await openLaunchFile(),
        isTrusted: () => true,
        howToBeAsked: 'Run this again in a terminal to be asked.',
      }).approve,
      fillIn(definition, signal) {
        if (!startsAll) tellOfSampling(definition, host);
        return fillInValues(definition, { values, signal });
      },
    },
    tools: defined({
      inspect,
      memory: isForgetful ? undefined : folderManifests(path.join(stateFolder(), 'mcp')),
      spill:
        roster &&
        spillIntoRoster({
          folder: path.join(stateFolder(), 'results'),
          roster,
          nextId: () => host.ids.next('r'),
        }),
    }),
  };
}

/** What a server writes is of no interest unless something goes wrong, and then the failure quotes it. */
function tell({ server, level, from, text }: ServerLogLine, { log }: Host): void {
  const line = `${server}: ${text}`;
  if (from === 'stderr' || level === 'debug') log.debug(line);
  else log[level](line);
}

/** `${secret:weather-key}` is `CONVERSER_SECRET_WEATHER_KEY` in a terminal, and `${input:city}` `CONVERSER_INPUT_CITY`. */
function variable(kind: 'SECRET' | 'INPUT', name: string): string {
  return `CONVERSER_${kind}_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}

function setVariable(...named: Parameters<typeof variable>): string {
  return `Set the environment variable ${variable(...named)} to it.`;
}

/** What it is not told that it may do, it does not ask for, and then nobody knows why. */
function tellOfSampling({ name, sampling }: ServerDefinition, { log }: Host): void {
  if (!sampling) return;
  log.warn(`${name} is allowed to ask your model (sampling), but cannot in a terminal. It can in VS Code.`);
}
