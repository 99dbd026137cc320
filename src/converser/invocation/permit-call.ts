import { orAborted } from '../async/abort.ts';
import type { Failure } from '../canister/canister.ts';
import type { Call } from '../ensemble/call.ts';
import type { CallableInvokers } from '../ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../ensemble/invoker.ts';
import { canonicalJson } from '../json/json.ts';
import type { WrittenInvocation } from '../models/provider.ts';
import { isSameDefinition } from '../permission/approval-key.ts';
import type { Permissions } from '../permission/permissions.ts';
import { checkCall } from './check-call.ts';
import type { PreparedCall } from './prepare-call.ts';

/** Why a call may not run, if it may not. */
export async function permitCall(
  call: Call,
  { permissions, signal }: { readonly permissions: Permissions; readonly signal: AbortSignal },
): Promise<Failure | undefined> {
  const decision = await permissions.decide(call, signal);
  if (decision.allowed) return undefined;
  return {
    kind: 'permission',
    message: decision.reason,
    advice: 'Do not try again unless the user asks for it.',
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
  const isMeant = async ({ call }: PreparedCall & { readonly kind: 'found' }): Promise<boolean> => {
    const key = canonicalJson([fullName(call.invocation), call.invocation.arguments]);
    if (asked.has(key)) return false;
    asked.add(key);
    if ((await checkCall(call)) !== undefined) return false;
    return (await permissions.decide({ ...call, proposed: true }, signal)).allowed;
  };
  const confirmed: PreparedCall[] = [];
  for (const { name, arguments: args } of shown) {
    if (signal.aborted) return [];
    const prepared = prepare(name, args);
    if (prepared.kind === 'refused') continue;
    const answer = await orAborted(isMeant(prepared), signal).catch(() => false);
    if (answer === true) confirmed.push({ ...prepared, isConfirmed: true });
  }
  return confirmed;
}
