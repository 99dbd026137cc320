import type { Listen } from '../../../converser/ground/async/listeners.ts';
import type { Ensemble } from '../../../converser/words/ensemble/ensemble.ts';
import type { EnsembleList, Library } from '../../../converser/words/ensemble/library.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { ToolProblem } from '../manifest/tool-invokers.ts';
import type { ServerStatus } from '../server/restartable-server.ts';
import { runServer } from '../server/use-server.ts';
import { noteFailedStart } from './eager-start.ts';
import type { McpPorts } from './mcp-ports.ts';
import { type ResourcesAndPrompts, resourcesAndPrompts } from './resources-and-prompts.ts';
import { createServerWithTools } from './server-with-tools.ts';

/** It is `ready` once its tools are known; the first call may have to start the server. See `server`. */
export interface McpEnsemble extends Ensemble, ResourcesAndPrompts {
  readonly watchResource: ResourcesAndPrompts['watchResource'];
  readonly library: Library;
  readonly definition: ServerDefinition;
  readonly server: ServerStatus;
  readonly manifest: Manifest | undefined;
  readonly problems: readonly ToolProblem[];
  /** Starts the server even after failures. Never rejects; `state` says how it went. */
  restart(signal: AbortSignal): Promise<void>;
  reinspect(): Promise<void>;
  readonly onDidChangeList: Listen<EnsembleList>;
  run(signal: AbortSignal): Promise<ServerConnection>;
}

export function createMcpEnsemble(definition: ServerDefinition, ports: McpPorts): McpEnsemble {
  const { clock } = ports;
  const { server, tools, status, readiness, ...served } = createServerWithTools(definition, ports);
  return {
    definition,
    name: definition.name,
    title: definition.title ?? definition.name,
    description: definition.description ?? '',
    origin: definition.origin,
    enabled: definition.enabled,
    get state() {
      return status.state;
    },
    get invokers() {
      return tools.offer.invokers;
    },
    get withheld() {
      return tools.offer.withheld;
    },
    get instructions() {
      return tools.offer.instructions;
    },
    get server() {
      return server.status;
    },
    get manifest() {
      return tools.manifest;
    },
    get problems() {
      return tools.offer.problems;
    },
    connect: readiness.connect,
    disconnect: readiness.disconnect,
    async restart(signal) {
      await readiness.disconnect();
      await readiness.connect(signal);
      // `connect` stops waiting after a while. After a restart, you wait for the result.
      if (status.state.status === 'ready' || server.status === 'starting')
        await runServer(server, signal).catch(cause => noteFailedStart(cause, { server, status }));
    },
    reinspect: tools.reinspect,
    async run(signal) {
      await readiness.require(signal);
      return runServer(server, signal);
    },
    onDidChange: status.onDidChange,
    onDidOutdate: served.onDidOutdate,
    onDidChangeList: served.onDidChangeList,
    ...resourcesAndPrompts({ definition, clock, tools, ...served }),
  };
}
