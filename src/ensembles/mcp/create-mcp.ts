import type { Host } from '../../converser/ground/host.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Ensemble } from '../../converser/words/ensemble/ensemble.ts';
import type { EnsembleKind } from '../descriptors/ensemble-kind.ts';
import type { ForeignFile, PreparedEnsembles } from '../descriptors/prepared-ensembles.ts';
import { createLoginPath } from '../process/login-path.ts';
import { createProcessGuard } from '../process/process-guard.ts';
import {
  createLaunchApproval,
  type LaunchApproval,
  type LaunchApprovalOptions,
} from './approval/launch-approval.ts';
import type { ConnectionPorts, ServerLimits } from './connection/connection-ports.ts';
import type { ServerDefinition } from './definition/server-definition.ts';
import { fillInValues } from './definition/substitute-values.ts';
import { createMcpEnsemble } from './ensemble/mcp-ensemble.ts';
import { mcpKind } from './ensemble/mcp-kind.ts';
import type { McpPorts, ToolPorts } from './ensemble/mcp-ports.ts';
import { learningStore } from './learning-store.ts';
import { createToolLock, type ToolLock, type ToolLockOptions } from './lock/tool-lock.ts';
import { folderManifests } from './manifest/folder-manifests.ts';
import { explainSource } from './mcp-json/explain-source.ts';
import { type McpJsonPlace, mcpJsonEnsembles } from './mcp-json/mcp-json-ensembles.ts';
import { createStartSlots } from './process/start-slots.ts';
import { type QuestionPorts, serverHandlers } from './server-handlers.ts';
import type { SignInPorts } from './sign-in/sign-in-ports.ts';
import type { SignIns } from './sign-in/sign-ins.ts';

export interface McpHostPorts {
  readonly host: Pick<Host, 'clock' | 'ids' | 'log' | 'secrets'>;
  readonly launches: LaunchPorts;
  readonly signIns: Omit<SignInPorts, 'clock'>;
  readonly questions: QuestionPorts;
  readonly storage: McpStorage;
  readonly servers: ServerPorts;
}

export interface LaunchPorts extends LaunchApprovalOptions {
  readonly onStart?: (definition: ServerDefinition) => void;
}

export interface McpStorage {
  readonly lock: Omit<ToolLockOptions, 'clock' | 'log'>;
  readonly manifests?: string;
}

export interface ServerPorts extends Pick<ConnectionPorts, 'log' | 'logLevels'> {
  readonly limits: Partial<ServerLimits>;
  readonly folder?: string;
}

export interface Mcp {
  readonly kind: EnsembleKind;
  mcpJson(place: McpJsonPlace): Pick<ForeignFile, 'prepare'>;
  readonly lock: ToolLock;
  readonly approval: LaunchApproval;
  /** Loads what knows how to sign in. */
  signIns(): Promise<SignIns>;
  fillIn(definition: ServerDefinition, signal: AbortSignal): Promise<ServerDefinition>;
  originOf(ensemble: Ensemble, prepared: PreparedEnsembles): string | undefined;
  dispose(): void;
}

/** Hosts load this module, and all that knows the protocol, once a file describes a server. */
export function createMcp(ports: McpHostPorts): Mcp {
  const { host, launches, storage, servers } = ports;
  const { clock } = host;
  const approval = createLaunchApproval(launches);
  const lock = createToolLock({ ...storage.lock, clock, log: host.log });
  const { secrets } = host;
  const store = learningStore(ports.signIns.secrets, secrets);
  let loading: Promise<SignIns> | undefined;
  const later: ConnectionPorts['signIns'] = {
    forConnection: async (...asked) => (await signIns()).forConnection(...asked),
  };
  const signIns = () => {
    loading ??= import('./sign-in/sign-ins.ts').then(({ createSignIns }) =>
      createSignIns({ ...ports.signIns, secrets: store, clock }),
    );
    return loading;
  };
  const fillIn = (definition: ServerDefinition, signal: AbortSignal) => {
    launches.onStart?.(definition);
    return fillInValues(definition, { values: launches.values, signal, covers: approval.covers });
  };
  const guard = createProcessGuard();
  const environment = process.env;
  const loginPath = createLoginPath({ environment });
  const slots = createStartSlots({ clock });
  const { log, logLevels, folder, limits } = servers;
  const handlers = serverHandlers(ports.questions, { clock, ids: host.ids, values: launches.values });
  const all: McpPorts = {
    clock,
    limits,
    process: defined({ environment, loginPath, guard, slots, folder }),
    connection: defined({ log, logLevels, signIns: later, handlers }),
    beforeStart: { approve: approval.approve, fillIn, secrets },
    tools: toolPorts(ports, lock),
  };
  return {
    kind: mcpKind(all),
    mcpJson: mcpJsonEnsembles(definition => createMcpEnsemble(definition, all)),
    lock,
    approval,
    signIns,
    fillIn,
    originOf: ({ name }, { prepared }) => explainSource(prepared.filter(other => other.name === name)),
    dispose: () => guard.dispose(),
  };
}

function toolPorts({ storage }: McpHostPorts, { inspect, mayInstruct }: ToolLock): ToolPorts {
  const { manifests } = storage;
  return defined({
    inspect,
    mayInstruct,
    memory: manifests === undefined ? undefined : folderManifests(manifests),
  });
}
