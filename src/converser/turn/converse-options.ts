import type { InvokerBreakers } from '../call/invocation/invoker-breakers.ts';
import type { Permissions } from '../call/permission/permissions.ts';
import type { Host } from '../ground/host.ts';
import type { JsonObject } from '../ground/json/json.ts';
import type { Content } from '../words/canister/content.ts';
import type { Conversation } from '../words/conversation/conversation.ts';
import type { ConverseEvent } from '../words/conversation/converse-event.ts';
import type { CallWithin } from '../words/ensemble/call.ts';
import type { EnsembleRoster } from '../words/ensemble/ensemble-roster.ts';
import type { Invoker } from '../words/ensemble/invoker.ts';
import type { ReadLabel } from '../words/labels/label.ts';
import type { Fallbacks } from '../words/models/fallback/fallbacks.ts';
import type { ModelOptions } from '../words/models/model-options.ts';
import type { ModelRoster } from '../words/models/model-roster.ts';
import type { Model } from '../words/models/provider.ts';
import type { PermissionMode } from '../words/permission/permission-mode.ts';
import type { Caps } from '../words/spending/caps.ts';
import type { SpendingTotals } from '../words/spending/totals.ts';
import type { Contents } from '../words/workspace/contents.ts';
import type { Journal } from '../words/workspace/undo-journal.ts';
import type { Guidance } from './guidance.ts';

export interface Prompt {
  readonly content: readonly Content[];
  readonly documents?: readonly Content[];
  readonly labels?: ReadonlyMap<Content, ReadLabel>;
  readonly names?: ReadonlyMap<Content, string>;
}

/** Contract: answers at once, and never throws. What a turn hasn't taken stays yours to send after it. */
export interface Steering {
  take(): readonly Prompt[];
  readonly endsTurn: boolean;
}

export interface ConversePorts {
  readonly roster: EnsembleRoster;
  readonly permissions: Permissions;
  readonly host: Host;
  readonly limits: Limits;
  readonly journal?: Journal;
  readonly totals?: SpendingTotals;
  readonly contents?: Contents;
  readonly breakers?: InvokerBreakers;
  readonly models?: Pick<ModelRoster, 'find' | 'models'>;
  readonly fallbacks?: Fallbacks;
  readonly guidance?: Guidance;
  readonly follow?: FollowTurn;
}

/** Contract: the same events. It hears those of every turn, of a program’s and of a tool’s model, too. */
export type FollowTurn = (
  events: AsyncGenerator<ConverseEvent, void>,
  of: Pick<Conversation, 'id'>,
) => AsyncGenerator<ConverseEvent, void>;

export interface Limits {
  readonly rounds: number;
  /** In characters of text in one result. */
  readonly resultCharacters: number;
  /** A share of the model's window, from 0 to 1. At 0, only a rejected request leaves something out. */
  readonly compactAt: number;
  readonly toolsOnDemandAt: number;
  readonly caps?: Caps;
}

export const ordinaryLimits: Limits = {
  rounds: 25,
  resultCharacters: 30_000,
  compactAt: 0.75,
  toolsOnDemandAt: 0.1,
};

export interface ConverseOptions {
  readonly ports: ConversePorts;
  readonly model: Model;
  readonly signal: AbortSignal;
  /** Sent above the conversation in each request, and not kept. */
  readonly supervisor?: string;
  readonly offers?: (invoker: Invoker) => boolean;
  /** Added to the descriptors' `context.auxdata`. The model doesn't see it, and it isn't kept. */
  readonly auxdata?: JsonObject;
  readonly steering?: Steering;
  readonly wanted?: ModelOptions;
  readonly permissionMode?: PermissionMode;
  readonly acceptsEdits?: () => boolean;
  /** Contract: never rejects. Awaited before each call that may change something. */
  readonly beforeChange?: () => Promise<void>;
  /** Whether the measure of the window says what is largest, which takes long where much was said. */
  readonly findsLargest?: true;
  /** The call in which this turn runs. Such a turn can't have a model work for it. */
  readonly within?: CallWithin;
}
