import type { Origin } from '../ensemble/invoker.ts';
import type { ModelOptions } from '../models/model-options.ts';
import type { PermissionMode } from '../permission/permission-mode.ts';

/**
 * A way of working that you choose for a conversation.
 *
 * Invariant: it can only take away what models may do: tools, and what they may do unasked.
 */
export interface Mode {
  readonly name: string;
  readonly title: string;
  /** One sentence, for people. */
  readonly description: string;
  /** For models. Empty: none. */
  readonly instructions: string;
  /** `provider/id` of the model that answers. Absent: the one that is chosen. */
  readonly model?: string;
  readonly readOnly: boolean;
  /** Patterns of full names, where `*` matches anything. Absent: all tools. */
  readonly tools?: readonly string[];
  readonly permissionMode?: PermissionMode;
  readonly options: ModelOptions;
  /** Who brought it here. */
  readonly origin: Origin;
}

/** The one that takes nothing away. It holds where you have chosen none. */
export const ordinaryModeName = 'agent';
