import { aborted, orAborted } from '../async/abort.ts';
import type { Failure } from '../canister/canister.ts';
import type { Call } from '../ensemble/call.ts';
import type { CallableInvokers } from '../ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../ensemble/invoker.ts';
import { defined } from '../json/defined.ts';
import { canonicalJson } from '../json/json.ts';
import type { WrittenInvocation } from '../models/provider.ts';
import { isSameDefinition } from '../permission/approval-key.ts';
import type { PermissionDecision } from '../permission/decision.ts';
import type { Permissions } from '../permission/permissions.ts';
import { checkCall } from './check-call.ts';
import type { PreparedCall } from './prepare-call.ts';

/** The call, if it may run, with what the user was shown of it. Otherwise why it may not. */
export async function permitCall(
  call: Call,
  { permissions, signal }: { readonly permissions: Permissions; readonly signal: AbortSignal },
): Promise<PermittedCall> {
  const decision = await permissions.decide(call, signal);
  if (decision.allowed) return { kind: 'permitted', call: asDecided(call, decision) };
  const failure: Failure = {
    kind: 'permission',
    message: decision.reason,
    advice: 'Do not try again unless the user asks for it.',
  };
  return { kind: 'refused', failure };
}

export type PermittedCall =
  | { readonly kind: 'permitted'; readonly call: Call }
  | { readonly kind: 'refused'; readonly failure: Failure };

function asDecided(
  call: Call,
  { because, edited = call.invocation, ...shown }: PermissionDecision & { readonly allowed: true },
): Call {
  const { previewBasis, exception, places, withheld, carries } = shown;
  return {
    ...call,
    invocation: edited,
    ...defined({ allowed: because, previewBasis, exception, places, withheld, carries }),
  };
}

/**
 * The invoker of a call as it is now, if it still is what was found. The user may take minutes to answer; what was
 * allowed must be what runs.
 */
export function currentInvoker(
  { invocation, invoker }: Call,
  callable: Pick<CallableInvokers, 'find'>,
): Invoker | undefined {
  const now = callable.find(fullName(invocation));
  return now.kind === 'found' && isSameDefinition(now.invoker, invoker) ? now.invoker : undefined;
}

export function changedMeanwhile(call: Call): Failure {
  return {
    kind: 'permission',
    message: `${fullName(call.invocation)} was changed before it could run.`,
    advice: 'Call it again.',
  };
}

export interface ConfirmOptions {
  readonly prepare: (name: string, written: unknown) => PreparedCall;
  readonly permissions: Permissions;
  readonly signal: AbortSignal;
}

/** Asks the user about calls that a model only showed, each once, and returns those that it meant. */
export async function confirmCalls(
  shown: readonly WrittenInvocation[],
  { prepare, permissions, signal }: ConfirmOptions,
): Promise<readonly PreparedCall[]> {
  const asked = new Set<string>();
  const meantCall = async ({
    call,
  }: PreparedCall & { readonly kind: 'found' }): Promise<Call | undefined> => {
    const key = canonicalJson([fullName(call.invocation), call.invocation.arguments]);
    if (asked.has(key)) return undefined;
    asked.add(key);
    if ((await checkCall(call)) !== undefined) return undefined;
    const decision = await permissions.decide({ ...call, proposed: true }, signal);
    return decision.allowed ? asDecided(call, decision) : undefined;
  };
  const confirmed: PreparedCall[] = [];
  for (const { name, arguments: args } of shown) {
    if (signal.aborted) return [];
    const prepared = prepare(name, args);
    if (prepared.kind === 'refused') continue;
    const call = await orAborted(meantCall(prepared), signal).catch(() => undefined);
    if (call !== undefined && call !== aborted)
      confirmed.push({ ...prepared, invocation: call.invocation, call, isConfirmed: true });
  }
  return confirmed;
}
