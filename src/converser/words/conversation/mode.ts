import type { Origin } from '../ensemble/invoker.ts';
import type { ModelOptions } from '../models/model-options.ts';
import type { PermissionMode } from '../permission/permission-mode.ts';

/** Invariant: it can only take away what models may do: tools, and what they may do unasked. */
export interface Mode {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly instructions: string;
  /** `provider/id` of the model that answers. Absent for the one you chose. */
  readonly model?: string;
  readonly readOnly: boolean;
  /** Patterns of full names, where `*` matches anything. Absent for all tools. */
  readonly tools?: readonly string[];
  readonly permissionMode?: PermissionMode;
  readonly options: ModelOptions;
  readonly origin: Origin;
}

export const ordinaryModeName = 'agent';
