import type { InvocationCanister } from '../canister/canister.ts';
import type { Exposure } from '../labels/exposure.ts';
import type { Invoker, Permit } from './invoker.ts';

/**
 * One call of a model, with the invoker that was found for it: what every step until its result works on. Permission adds
 * the permit, and where the user has changed the arguments, they are theirs from then on. Nothing else changes.
 */
export interface Call {
  readonly conversationId: string;
  /** What the conversation keeps of the call. Its arguments are repaired already. */
  readonly invocation: InvocationCanister;
  readonly invoker: Invoker;
  /** Stands for the turn: all calls of it have the same object. Absent: the call belongs to none. */
  readonly turn?: object;
  /** The program that the call is made for, as you named it. Absent: for you. */
  readonly client?: string;
  /** What is asked about at least, whatever the settings say: a `PermissionMode`. Absent: what they say. */
  readonly permissionMode?: 'everything' | 'changes' | 'trusted';
  /** The call in whose work another model makes this one. Absent: the model of the conversation makes it. */
  readonly within?: CallWithin;
  /** The model showed the call and may not have meant it: only the user can say that it did. */
  readonly proposed?: true;
  /** What the caller has read before. Absent: nothing. */
  readonly exposure?: Exposure;
  /** Absent: it has not been allowed yet. */
  readonly permit?: Permit;
}

export interface CallWithin {
  readonly invocationId: string;
  /** Who makes the call, as the beginning of a sentence: `GPT-5, which models:ask_model asked,`. */
  readonly by: string;
}
