import type { InvokerBreakers } from '../call/invocation/invoker-breakers.ts';
import type { Permissions } from '../call/permission/permissions.ts';
import type { Host } from '../ground/host.ts';
import type { JsonObject } from '../ground/json/json.ts';
import type { Content } from '../words/canister/content.ts';
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

/** The user's input. */
export interface Prompt {
  readonly content: readonly Content[];
  /** Attached material; each becomes a document canister before the message. */
  readonly documents?: readonly Content[];
  /** Of those parts that are not simply yours, or of the workspace. */
  readonly labels?: ReadonlyMap<Content, ReadLabel>;
  /** What the message calls a document, where its content does not say. */
  readonly names?: ReadonlyMap<Content, string>;
}

/**
 * What you want of a turn while it runs. It is asked before each round, and does not interrupt one: for that, there is the
 * signal. What is not taken is yours to send after the turn, as when the model came to its answer first.
 *
 * Contract: it answers at once, and never throws.
 */
export interface Steering {
  /** The messages that the model is to read now. Each is taken once, and is in the conversation then. */
  take(): readonly Prompt[];
  /** Whether the turn is to end here, with the results of the rounds so far. */
  readonly endsTurn: boolean;
}

/** What all turns of a host share. */
export interface ConversePorts {
  readonly roster: EnsembleRoster;
  readonly permissions: Permissions;
  readonly host: Host;
  readonly limits: Limits;
  /** Absent: turns can't be undone. */
  readonly journal?: Journal;
  /** Absent: days and months are not counted. */
  readonly totals?: SpendingTotals;
  /** Absent: calls of tools that say what they read are all run. */
  readonly contents?: Contents;
  /** Absent: tools that keep failing are called all the same. */
  readonly breakers?: InvokerBreakers;
  /** Absent: tools can ask the model of the conversation only. */
  readonly models?: Pick<ModelRoster, 'find' | 'models'>;
  /** Absent: no other model answers in place of one that can't. */
  readonly fallbacks?: Fallbacks;
  /** Absent: what the opened folders say about working in them is not read. */
  readonly guidance?: Guidance;
}

export interface Limits {
  /** Requests to the model in one turn. */
  readonly rounds: number;
  /** Characters of text in one result. */
  readonly resultCharacters: number;
  /** The share of the model's window, from 0 to 1, above which requests leave something out. 0: only where one is rejected. */
  readonly compactAt: number;
  /** The share of the model's window, from 0 to 1, above which tools are offered on demand. */
  readonly toolsOnDemandAt: number;
  /** How much may be spent. Default: unlimited. */
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
  /** Instructions that stand above the conversation. They are sent in each request and not kept. */
  readonly supervisor?: string;
  /** Which of the enabled invokers this turn offers. Default: all. */
  readonly offers?: (invoker: Invoker) => boolean;
  /** What tools find in `context.auxdata` besides their descriptor's. The model does not see it, and it is not kept. */
  readonly auxdata?: JsonObject;
  /** What you want of the turn while it runs. Absent: it can only be stopped. */
  readonly steering?: Steering;
  /** What you want of the model in this turn, before what you want of it everywhere. */
  readonly wanted?: ModelOptions;
  /** What is asked about at least, whatever the settings say. Absent: what they say. */
  readonly permissionMode?: PermissionMode;
  /** The call in which this turn runs. Such a turn has no model work for it. Absent: it is one of yours. */
  readonly within?: CallWithin;
}
