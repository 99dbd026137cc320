import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import { failureForModel } from '../../../converser/call/invocation/failure-text.ts';
import { orAborted } from '../../../converser/ground/async/abort.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { ConversePorts } from '../../../converser/turn/converse-options.ts';
import type { CallableInvokers } from '../../../converser/words/ensemble/ensemble-roster.ts';
import { type Annotations, fullName, type Invoker } from '../../../converser/words/ensemble/invoker.ts';
import { toolDefinitions, withProperties } from '../../../converser/words/ensemble/tool-definitions.ts';
import { wireName } from '../../../converser/words/ensemble/wire-name.ts';
import type { ClientExposure } from '../../conversations/client-exposure.ts';
import type { CallWatch } from '../call-watch.ts';
import type { OwnTool } from '../own/own-tool.ts';
import { runOwnTool } from '../own/run-own-tool.ts';
import { callInvoker, type InvokerCall } from './call-invoker.ts';
import { nativizeResult } from './nativize-result.ts';
import { publicNames } from './public-names.ts';

export interface ClientTools {
  list(signal: AbortSignal): Promise<readonly Tool[]>;
  /** Throws `InvalidParams` for a name that is not offered; all other failures are in the result. */
  call(wanted: Omit<InvokerCall, 'callable'>, watch: CallWatch): Promise<CallToolResult>;
}

export interface ClientToolsOptions {
  readonly ports: ConversePorts;
  readonly callable: CallableInvokers;
  readonly own: readonly OwnTool[];
  readonly exposure: ClientExposure;
  readonly bareNames: boolean;
}

export function createClientTools({ exposure, ports, own, ...options }: ClientToolsOptions): ClientTools {
  const { callable, bareNames } = options;
  const { roster, host } = ports;
  const taken = new Set(own.map(({ definition }) => definition.name));
  const names = () => publicNames(callable.invokers(), { bareNames, taken });
  const connected = async (signal: AbortSignal) => {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(longestConnecting)]);
    await orAborted(roster.connect(signal), patience);
  };
  return {
    async list(signal) {
      await connected(signal);
      return [...own.map(({ definition }) => definition), ...nativizeInvokers(callable.invokers(), names())];
    },
    async call({ name, ...call }, watch) {
      const ours = own.find(({ definition }) => definition.name === name);
      if (ours !== undefined) return runOwnTool(ours, call.arguments, { ...watch, log: host.log });
      // Clients may call what they saw in a list of an earlier run.
      if (!names().has(name)) await connected(watch.signal);
      const wire = names().get(name) ?? name;
      // Sessions come and go; what the program has read stays with it.
      await exposure.enter(call.conversation);
      const called = await callInvoker({ ...call, name: wire, callable }, ports, watch);
      await exposure.leave(call.conversation);
      const { failure } = called.result;
      if (failure?.kind !== 'unknown-invoker')
        return nativizeResult(called, { limit: ports.limits.resultCharacters });
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, failureForModel(failure));
    },
  };
}

/** In milliseconds. Ensembles that are ready later are announced as a change of the list. */
const longestConnecting = 10_000;

function nativizeInvokers(invokers: readonly Invoker[], names: ReadonlyMap<string, string>): readonly Tool[] {
  const publicNameOf = new Map([...names].map(([name, wire]) => [wire, name]));
  const invokerOf = new Map<string, Invoker>();
  for (const invoker of invokers) {
    const wire = wireName(invoker);
    if (!invokerOf.has(wire)) invokerOf.set(wire, invoker);
  }
  return toolDefinitions(invokers).map(({ name, description, ...shown }) => {
    const invoker = invokerOf.get(name);
    return defined({
      name: publicNameOf.get(name) ?? name,
      title: invoker && fullName(invoker),
      description,
      // Programs may check calls themselves, so they get the whole schema.
      inputSchema: (invoker ? withProperties(invoker.arguments) : shown.inputSchema) as Tool['inputSchema'],
      outputSchema: invoker?.returns as Tool['outputSchema'],
      annotations: invoker && nativizeAnnotations(invoker.annotations),
    });
  });
}

/** Claims of untrusted authors are left out: a client would take them for ours. */
function nativizeAnnotations({ readOnly, destructive, idempotent, openWorld }: Annotations) {
  return defined({
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  });
}
