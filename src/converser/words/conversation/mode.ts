import type { Origin } from '../ensemble/invoker.ts';
import type { ModelOptions } from '../models/model-options.ts';
import type { PermissionMode } from '../permission/permission-mode.ts';

/** Invariant: it takes away tools, and what runs unasked; of what it gives, there is only `acceptsEdits`. */
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
  /** Edits of files in the workspace run unasked, as far as undo brings them back. Never true for a folder’s mode. */
  readonly acceptsEdits?: true;
  /** Edits that it accepts reach the disk only once you keep them. */
  readonly reviewsFirst?: true;
  readonly options: ModelOptions;
  readonly origin: Origin;
}

export const ordinaryModeName = 'agent';
/** It comes with Converser. */
export const reviewModeName = 'review-first';
