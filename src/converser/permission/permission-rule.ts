import type { Call } from '../ensemble/call.ts';
import { fullName, type Invoker } from '../ensemble/invoker.ts';
import { reasonOf } from '../errors.ts';

export type PermissionRule = 'allow' | 'ask' | 'deny';

export interface RuleOptions {
  /** The user's setting for a full name, if there is one. */
  readonly ruleFor: (fullName: string) => PermissionRule | undefined;
  /** Whether the user trusts what is in the workspace. */
  readonly isTrusted: () => boolean;
}

export interface Verdict {
  readonly rule: PermissionRule;
  readonly reason: string;
}

/**
 * Invariant: what a descriptor claims never lowers what its origin demands. Only the person's own settings,
 * and tools that came from the person or with Converser, may go unasked; of the latter the read-only ones.
 */
export function ruleOf(invoker: Invoker, { ruleFor, isTrusted }: RuleOptions): Verdict {
  const name = fullName(invoker);
  const setting = ruleFor(name);
  if (setting === 'deny') {
    return { rule: 'deny', reason: `${name} is denied by the setting converser.permissions.` };
  }
  if (invoker.permission === 'deny') return { rule: 'deny', reason: `${name} is denied by its descriptor.` };

  const readOnly = invoker.annotations.readOnly === true;
  if (!isTrusted() && !(readOnly && invoker.origin === 'shipped')) {
    return { rule: 'deny', reason: `${name} does not run in a workspace that is not trusted.` };
  }
  if (invoker.origin === 'workspace') {
    return { rule: 'ask', reason: `${name} came with this folder: it runs ${shownImplementation(invoker)}.` };
  }
  const isDisputed = readOnly && claimsToWrite(invoker);
  const wanted = setting ?? invoker.permission ?? (readOnly && !isDisputed ? 'allow' : 'ask');
  if (isDisputed) {
    return {
      rule: wanted,
      reason: `${name} is said to be read-only, but claims itself to change something.`,
    };
  }
  return { rule: wanted, reason: readOnly ? `${name} is set to ask first.` : effect(invoker) };
}

/** Without the fingerprint of its code, which tells a person nothing; approvals go by the whole. */
function shownImplementation({ implementation }: Invoker): string {
  return implementation.replace(/ \(sha256 [0-9a-f]+\)$/, '');
}

/** Nobody who brings a tool is believed when it is called harmless, but when it is called dangerous. */
function claimsToWrite({ claims }: Invoker): boolean {
  return claims?.readOnly === false || (claims?.destructive === true && claims.readOnly !== true);
}

function effect(invoker: Invoker): string {
  const name = fullName(invoker);
  return invoker.annotations.destructive === false
    ? `${name} has side effects.`
    : `${name} may change or delete something.`;
}

export function ofProposal(reason: string): string {
  return `The model showed this call, and may not have meant it. ${reason}`.trim();
}

/** Why this very call must be asked about. Where that cannot be told, it must be. */
export async function exceptionFor({ invoker, invocation }: Call): Promise<string | undefined> {
  try {
    return await invoker.alwaysAsk?.(invocation.arguments);
  } catch (cause) {
    return `It could not be told whether this call is safe: ${reasonOf(cause)}`;
  }
}
