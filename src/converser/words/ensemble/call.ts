import type { InvocationCanister } from '../canister/canister.ts';
import type { Exposure } from '../labels/exposure.ts';
import type { Invoker, Permit } from './invoker.ts';

/** Permission adds the permit, and your changes to the arguments. Nothing else changes. */
export interface Call {
  readonly conversationId: string;
  readonly invocation: InvocationCanister;
  readonly invoker: Invoker;
  /** All calls of a turn share the same object. Absent if the call belongs to none. */
  readonly turn?: object;
  readonly client?: string;
  /** A `PermissionMode`: asks about at least these calls, whatever the settings say. */
  readonly permissionMode?: 'everything' | 'changes' | 'trusted';
  /** Asked at the moment of the decision: you may choose another mode while a turn runs. */
  readonly acceptsEdits?: () => boolean;
  readonly within?: CallWithin;
  /** Whether an earlier call of the same reply still runs, or waits, that may change what this one meets. */
  readonly isBehind?: () => boolean;
  readonly proposed?: true;
  readonly exposure?: Exposure;
  readonly permit?: Permit;
}

export interface CallWithin {
  readonly invocationId: string;
  readonly by: string;
}
