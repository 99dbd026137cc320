import type { InvocationCanister } from './canister.ts';
import type { Approver } from './host.ts';
import { fullName, type Invoker } from './invoker.ts';
import { canonicalJson } from './json.ts';

/** Who may invoke what. One object serves all conversations of a house. */
export interface Permissions {
  /** Decides one call, asking a person where that is due. Never rejects. */
  decide(call: PermissionCall, signal: AbortSignal): Promise<PermissionDecision>;
}

export interface PermissionCall {
  readonly conversationId: string;
  readonly invocation: InvocationCanister;
  readonly invoker: Invoker;
}

export type PermissionDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string };

export type PermissionRule = 'allow' | 'ask' | 'deny';

/** What a person is asked about one call. */
export interface PermissionQuestion extends PermissionCall {
  /** Why the question is asked. */
  readonly reason: string;
  /** In the order in which they are offered. */
  readonly choices: readonly PermissionAnswer[];
}

/** How long a yes lasts, or `deny`. */
export type PermissionAnswer = 'once' | 'conversation' | 'workspace' | 'deny';

export interface PermissionsOptions {
  readonly approver: Approver;
  /** The person's setting for a full name, if there is one. */
  readonly ruleFor: (fullName: string) => PermissionRule | undefined;
  /** Whether the person trusts what is in the workspace. */
  readonly isTrusted: () => boolean;
  /** Approvals that outlive a conversation. */
  readonly remembered: ApprovalMemory;
}

export interface ApprovalMemory {
  has(approval: string): boolean;
  add(approval: string): Promise<void>;
}

export function createPermissions(options: PermissionsOptions): Permissions {
  const conversations = new Map<string, Set<string>>();
  const queues = new Map<string, Promise<unknown>>();

  /** Questions of one conversation are asked one after another, so that one answer may settle the next. */
  function inTurn<T>(conversationId: string, ask: () => Promise<T>): Promise<T> {
    const answer = (queues.get(conversationId) ?? Promise.resolve()).then(ask, ask);
    queues.set(conversationId, answer);
    return answer;
  }

  async function remember(answer: PermissionAnswer, conversationId: string, approval: string): Promise<void> {
    if (answer === 'workspace') await options.remembered.add(approval);
    if (answer === 'conversation') {
      conversations.set(conversationId, (conversations.get(conversationId) ?? new Set()).add(approval));
    }
  }

  return {
    async decide(call, signal) {
      const verdict = rule(call.invoker, options);
      if (verdict.rule === 'deny') return { allowed: false, reason: verdict.reason };
      const protectedReason = await call.invoker.alwaysAsk?.(call.invocation.arguments);
      if (protectedReason === undefined && verdict.rule === 'allow') return { allowed: true };

      const approval = await approvalKey(call.invoker);
      const isRemembered = () =>
        protectedReason === undefined &&
        (options.remembered.has(approval) || conversations.get(call.conversationId)?.has(approval) === true);

      return inTurn(call.conversationId, async () => {
        if (isRemembered()) return { allowed: true };
        const answer = await options.approver.ask(
          {
            ...call,
            reason: protectedReason ?? verdict.reason,
            choices:
              protectedReason === undefined
                ? ['once', 'conversation', 'workspace', 'deny']
                : ['once', 'deny'],
          },
          signal,
        );
        if (answer === 'deny')
          return {
            allowed: false,
            reason: `${fullName(call.invoker)} was not allowed to run.`,
          };
        await remember(answer, call.conversationId, approval);
        return { allowed: true };
      });
    },
  };
}

/**
 * Invariant: what a descriptor claims never lowers what its origin demands. Only the person's own settings,
 * and tools that came from the person or with Converser, may go unasked; of the latter the read-only ones.
 */
function rule(
  invoker: Invoker,
  { ruleFor, isTrusted }: PermissionsOptions,
): { rule: PermissionRule; reason: string } {
  const name = fullName(invoker);
  const setting = ruleFor(name);
  if (setting === 'deny')
    return {
      rule: 'deny',
      reason: `${name} is denied by the setting converser.permissions.`,
    };
  if (invoker.permission === 'deny') return { rule: 'deny', reason: `${name} is denied by its descriptor.` };

  const readOnly = invoker.annotations.readOnly === true;
  if (!isTrusted() && !(readOnly && invoker.origin === 'shipped')) {
    return {
      rule: 'deny',
      reason: `${name} does not run in a workspace that is not trusted.`,
    };
  }
  if (invoker.origin === 'workspace') {
    return {
      rule: 'ask',
      reason: `${name} came with this folder: it runs ${invoker.implementation}.`,
    };
  }
  const wanted = setting ?? invoker.permission ?? (readOnly ? 'allow' : 'ask');
  return {
    rule: wanted,
    reason: readOnly ? `${name} is set to ask first.` : effect(invoker),
  };
}

function effect(invoker: Invoker): string {
  const name = fullName(invoker);
  return invoker.annotations.destructive === false
    ? `${name} has side effects.`
    : `${name} may change or delete something.`;
}

/** An approval covers exactly one definition: whoever changes the tool has to ask again. */
async function approvalKey(invoker: Invoker): Promise<string> {
  const { origin, implementation, description, annotations } = invoker;
  const definition = canonicalJson({
    name: fullName(invoker),
    origin,
    implementation,
    description,
    annotations: { ...annotations },
    arguments: invoker.arguments,
  });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(definition));
  return `${fullName(invoker)}#${[...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')}`;
}
