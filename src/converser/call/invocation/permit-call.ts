import { aborted, orAborted } from '../../ground/async/abort.ts';
import { canonicalJson, type JsonSchema } from '../../ground/json/json.ts';
import type { Log } from '../../ground/ports.ts';
import { shortened } from '../../ground/wording/cut-text.ts';
import type { Failure } from '../../words/canister/canister.ts';
import type { Call } from '../../words/ensemble/call.ts';
import type { CallableInvokers } from '../../words/ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../../words/ensemble/invoker.ts';
import type { WrittenInvocation } from '../../words/models/provider.ts';
import { checkArguments, uncheckedPatterns } from '../arguments/check-arguments.ts';
import { isSameDefinition } from '../permission/approval-key.ts';
import type { PermissionResult } from '../permission/decision.ts';
import type { Permissions } from '../permission/permissions.ts';
import { whyUnfit } from '../permission/review-call.ts';
import type { PreparedCall } from './prepare-call.ts';

export async function permitCall(
  call: Call,
  { permissions, signal }: { readonly permissions: Permissions; readonly signal: AbortSignal },
): Promise<PreparedCall> {
  const result = await permissions.decide(call, signal);
  if (result.allowed) return permitted(call, result);
  const denied: Failure = {
    kind: 'permission',
    message: result.reason,
    advice: 'Do not try again unless the user asks for it.',
  };
  return { kind: 'refused', invocation: call.invocation, failure: result.failure ?? denied };
}

function permitted(
  call: Call,
  {
    allowed: _,
    edited: invocation = call.invocation,
    ...permit
  }: PermissionResult & { readonly allowed: true },
): PreparedCall {
  return { kind: 'call', invocation, call: { ...call, invocation, permit } };
}

/** You may take minutes to answer, and what you allowed must be what runs. */
export function renewCall(call: Call, callable: Pick<CallableInvokers, 'find'>): PreparedCall {
  const { invocation } = call;
  const now = callable.find(fullName(invocation));
  if (now.kind === 'found' && isSameDefinition(now.invoker, call.invoker))
    return { kind: 'call', invocation, call: { ...call, invoker: now.invoker } };
  const message = `${fullName(invocation)} was changed before it could run.`;
  return {
    kind: 'refused',
    invocation,
    failure: { kind: 'permission', message, advice: 'Call it again.' },
  };
}

export interface ConfirmOptions {
  readonly prepare: (name: string, written: unknown) => PreparedCall;
  readonly permissions: Permissions;
  readonly signal: AbortSignal;
}

export async function confirmCalls(
  shown: readonly WrittenInvocation[],
  { prepare, permissions, signal }: ConfirmOptions,
): Promise<readonly PreparedCall[]> {
  const asked = new Set<string>();
  const meant = async (call: Call): Promise<PreparedCall | undefined> => {
    const key = canonicalJson([fullName(call.invocation), call.invocation.arguments]);
    if (asked.has(key)) return undefined;
    asked.add(key);
    if ((await checkCall(call)) !== undefined) return undefined;
    const result = await permissions.decide({ ...call, proposed: true }, signal);
    return result.allowed ? permitted(call, result) : undefined;
  };
  const confirmed: PreparedCall[] = [];
  for (const { name, arguments: args } of shown) {
    if (signal.aborted) return [];
    const prepared = prepare(name, args);
    if (prepared.kind === 'refused') continue;
    const call = await orAborted(meant(prepared.call), signal).catch(() => undefined);
    if (call !== undefined && call !== aborted) confirmed.push(call);
  }
  return confirmed;
}

export async function checkCall(call: Call): Promise<Failure | undefined> {
  const { invocation, invoker } = call;
  const checked = await checkArguments(invocation.arguments, invoker.arguments);
  const again = `call ${fullName(invoker)} again`;
  if (checked.valid) {
    const unfit = whyUnfit(call);
    return unfit === undefined
      ? undefined
      : { kind: 'validation', message: unfit, advice: `Correct this and ${again}.` };
  }
  const { complaint, isLacking } = checked;
  return {
    kind: 'validation',
    message: `${complaint.charAt(0).toUpperCase()}${complaint.slice(1)}.`,
    advice: isLacking
      ? `If you know it from the user or a result, ${again} with it. If not, ask the user. Never invent it.`
      : `Correct this and ${again}.`,
  };
}

const told = new WeakSet<JsonSchema>();

/** Says once, and again when the schema changes, which patterns the tool alone checks. Never rejects. */
export async function tellUnchecked(invoker: Invoker, log: Log): Promise<void> {
  if (told.has(invoker.arguments)) return;
  told.add(invoker.arguments);
  const patterns = [...(await uncheckedPatterns(invoker.arguments))];
  const what = `arguments against ${shortened(patterns.join(', '), 300)}`;
  if (patterns.length > 0)
    log.warn(`${fullName(invoker)}: Converser can’t check ${what}. The tool may still refuse them.`);
}
