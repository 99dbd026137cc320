import { mkdtemp } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { createDeduplicator } from '../../../src/converser/call/invocation/deduplication/deduplicator.ts';
import { createInvocationsProcessor } from '../../../src/converser/call/invocation/invocations-processor.ts';
import { ordinaryLimits } from '../../../src/converser/turn/converse-options.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import {
  createEnsembleRoster,
  type EnsembleRoster,
} from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import { createLaunchApproval } from '../../../src/ensembles/mcp/approval/launch-approval.ts';
import type { ServerDefinition } from '../../../src/ensembles/mcp/definition/server-definition.ts';
import { fillInValues } from '../../../src/ensembles/mcp/definition/substitute-values.ts';
import { createMcpEnsemble } from '../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { McpPorts } from '../../../src/ensembles/mcp/ensemble/mcp-ports.ts';
import { createToolLock } from '../../../src/ensembles/mcp/lock/tool-lock.ts';
import { folderManifests } from '../../../src/ensembles/mcp/manifest/folder-manifests.ts';
import { createStartSlots } from '../../../src/ensembles/mcp/process/start-slots.ts';
import { createLoginPath } from '../../../src/ensembles/process/login-path.ts';
import { createProcessGuard } from '../../../src/ensembles/process/process-guard.ts';
import { someValues } from '../../ensembles/mcp/example-definition.ts';
import { createPorts, define } from '../../ensembles/mcp/servers.ts';
import { callArguments, toolNames } from '../scenario.ts';
import { createHost, permissionsOf } from './host.ts';
import type { CreateContestant } from './main.ts';
import { serverProgram } from './mcp-client.ts';

const never = new AbortController().signal;

/** Connects as many servers as the scenario has rounds, until their tools are offered. */
export const createServers: CreateContestant = async ({ scenario: { rounds: servers }, folder = '' }) => {
  const roster = await rosterOf(servers, folder);
  return async () => {
    await roster.connect(never);
    return { calls: roster.invokers().length, answer: '', clearUp: () => roster.dispose() };
  };
};

/** Calls the tools of one server that runs, through all that stands between a model and a tool. */
export const createProcessorCalls: CreateContestant = async ({ scenario: { rounds, calls: each } }) => {
  const roster = await rosterOf(1, await mkdtemp(path.join(tmpdir(), 'converser-bench-')));
  await roster.connect(never);
  const host = createHost();
  const permissions = permissionsOf(host);
  return async () => {
    // One for each turn, so what an earlier sample called is called again.
    const deduplicator = createDeduplicator(host);
    const outdated = roster.onDidOutdate(() => deduplicator.forget());
    const conversation = createConversation('bench', []);
    const processor = createInvocationsProcessor({
      callable: roster,
      host,
      permissions,
      conversation,
      deduplicator,
      resultLimit: ordinaryLimits.resultCharacters,
    });
    let calls = 0;
    for (let call = 0; call < rounds * each; call++) {
      const args = JSON.parse(callArguments(call, 0, 1));
      const invocation = processor.prepare(`server-0:${toolNames[call % toolNames.length]}`, args);
      const { result } = await processor.process(invocation, { signal: never, onProgress: () => {} });
      if (result.failure !== undefined) throw new Error(result.failure.message);
      if (result.repeats === undefined) calls++;
    }
    outdated.dispose();
    return { calls, answer: '' };
  };
};

/** All that stands between a definition and its tools in a host: approval, values, lock, memory and guard. */
async function rosterOf(count: number, folder: string): Promise<EnsembleRoster> {
  // A host has read its descriptors by then, which are TOML as the lock is.
  await import('smol-toml');
  const ports = portsIn(folder);
  const roster = createEnsembleRoster();
  const definitions = Array.from({ length: count }, (_, index) => serverOf(index, folder));
  await Promise.all(definitions.map(definition => roster.set(createMcpEnsemble(definition, ports))));
  return roster;
}

function portsIn(folder: string): McpPorts {
  const { clock, log } = createHost();
  const values = someValues({ env: name => process.env[name], folders: [], userHome: homedir() });
  const fileOf = () => path.join(folder, 'converser.lock.toml');
  const { inspect } = createToolLock({ fileOf, pinsFirstSight: true, clock, log });
  const memory = { read: () => undefined, write: async () => {} };
  const ask = async () => false;
  return createPorts({
    loginPath: createLoginPath({ environment: process.env }),
    guard: createProcessGuard(),
    slots: createStartSlots({ clock }),
    approve: createLaunchApproval({ ask, memory, isTrusted: () => true, values }).approve,
    fillIn: (definition, signal) => fillInValues(definition, { values, signal }),
    memory: folderManifests(path.join(folder, 'mcp')),
    inspect,
  });
}

function serverOf(index: number, folder: string): ServerDefinition {
  const { command, args } = serverProgram;
  // Servers that are launched alike share what is kept of them, which those of a person do not.
  const transport = { kind: 'stdio', command, args: [...args, `--server=${index}`], env: {} } as const;
  return define(transport, {
    name: `server-${index}`,
    source: { kind: 'descriptor', place: path.join(folder, `server-${index}.toml`) },
    // Two that only read, and two that a person allowed.
    tools: Object.fromEntries(toolNames.slice(0, 2).map(name => [name, { annotations: { readOnly: true } }])),
  });
}
