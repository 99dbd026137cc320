import type { Host } from '../../ground/host.ts';
import { defined } from '../../ground/json/defined.ts';
import type { Failure, InvocationCanister } from '../../words/canister/canister.ts';
import { newCanister } from '../../words/canister/new-canister.ts';
import type { Call, CallWithin } from '../../words/ensemble/call.ts';
import type { CallableInvokers } from '../../words/ensemble/ensemble-roster.ts';
import type { FoundInvoker } from '../../words/ensemble/find-invoker.ts';
import { fullName, type Invoker } from '../../words/ensemble/invoker.ts';
import { wireName } from '../../words/ensemble/wire-name.ts';
import type { Exposure } from '../../words/labels/exposure.ts';
import type { PermissionMode } from '../../words/permission/permission-mode.ts';
import { withDefaults } from '../arguments/fill-defaults.ts';
import { repairArguments } from '../arguments/repair-arguments.ts';

export type PreparedCall =
  | { readonly kind: 'call'; readonly invocation: InvocationCanister; readonly call: Call }
  | ({ readonly kind: 'refused' } & Refusal);

export interface Refusal {
  readonly invocation: InvocationCanister;
  readonly failure: Failure;
}

export interface PrepareOptions {
  readonly conversationId: string;
  readonly turn?: object | undefined;
  readonly within?: CallWithin | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  readonly acceptsEdits?: (() => boolean) | undefined;
  readonly callable: CallableInvokers;
  readonly host: Pick<Host, 'ids' | 'clock'>;
  readonly exposure: () => Exposure;
}

type Target = Pick<Invoker, 'ensemble' | 'name' | 'arguments' | 'adapt' | 'describedBy'>;

export function prepareCall(name: string, written: unknown, options: PrepareOptions): PreparedCall {
  const { conversationId, turn, within, permissionMode, acceptsEdits, callable, host, exposure } = options;
  const found = callable.find(name);
  const target: Target = found.kind === 'found' ? found.invoker : { ensemble: '', name, arguments: {} };
  const repaired = repairArguments(written, target.arguments, target.adapt);
  const invocation: InvocationCanister = {
    ...newCanister('call', host),
    role: 'invocation',
    content: [],
    ensemble: target.ensemble,
    name: target.name,
    arguments: repaired.kind === 'arguments' ? withDefaults(repaired.arguments, target) : {},
    ...(repaired.kind === 'malformed' ? { malformedArguments: repaired.text } : {}),
  };
  if (found.kind !== 'found') {
    return { kind: 'refused', invocation, failure: notFound(name, found, callable) };
  }
  if (repaired.kind === 'malformed') {
    return { kind: 'refused', invocation, failure: malformed(found.invoker, repaired.reason) };
  }
  return {
    kind: 'call',
    invocation,
    call: defined({
      conversationId,
      turn,
      within,
      permissionMode,
      acceptsEdits,
      invocation,
      invoker: found.invoker,
      exposure: exposure(),
    }),
  };
}

function notFound(
  name: string,
  found: Exclude<FoundInvoker, { readonly kind: 'found' }>,
  callable: CallableInvokers,
): Failure {
  const withheld = found.kind === 'unknown' ? callable.whyWithheld(name) : undefined;
  if (withheld !== undefined) return { kind: 'permission', message: withheld, advice: 'Do without it.' };
  return explainUnknown(name, found, callable.invokers());
}

function malformed(invoker: Invoker, reason: string): Failure {
  return {
    kind: 'validation',
    message: `The arguments of ${fullName(invoker)} couldn’t be read: ${reason}.`,
    advice: 'Send them again as one JSON object.',
  };
}

function explainUnknown(
  name: string,
  found: Exclude<FoundInvoker, { readonly kind: 'found' }>,
  known: readonly Invoker[],
): Failure {
  const kind = 'unknown-invoker';
  if (found.kind === 'ambiguous') {
    const candidates = found.candidates.map(wireName).join(', ');
    const message = `Several tools are named ${name}: ${candidates}.`;
    return { kind, message, advice: 'Use one of these names.' };
  }
  if (found.absence !== undefined) {
    const { kind: why, message } = found.absence;
    return { kind: why, message: `Tool ${name} is not available. ${message}` };
  }
  if (known.length === 0) return { kind, message: `Tool ${name} not found: no tools are available.` };
  const near = known.filter(invoker => resembles(invoker.name, name));
  const advice =
    near.length > 0
      ? `Did you mean ${near.slice(0, 5).map(wireName).join(' or ')}?`
      : `Available tools: ${known.slice(0, 20).map(wireName).join(', ')}.`;
  return { kind, message: `Tool ${name} not found.`, advice };
}

function resembles(name: string, wanted: string): boolean {
  const mine = wordsOf(name);
  return wordsOf(wanted).some(word => mine.includes(word));
}

function wordsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word.length > 2);
}
