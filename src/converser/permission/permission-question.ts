import type { InvocationCanister } from '../canister/canister.ts';
import type { Invoker } from '../ensemble/invoker.ts';

/** A call about which is to be decided. */
export interface PermissionCall {
  readonly conversationId: string;
  readonly invocation: InvocationCanister;
  readonly invoker: Invoker;
  /** The model showed the call and may not have meant it: only a person can say that it did. */
  readonly proposed?: true;
}

/** What a person is asked about one call. */
export interface PermissionQuestion extends PermissionCall {
  /** Why the question is asked. */
  readonly reason: string;
  /** In the order in which they are offered. */
  readonly choices: readonly PermissionAnswer[];
}

/** How long a yes lasts, or `deny`. */
export type PermissionAnswer = 'once' | 'conversation' | 'workspace' | 'deny';
