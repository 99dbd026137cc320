import type { ErrorData } from '../../ground/errors.ts';
import type {
  AssistantCanister,
  Canister,
  InvocationCanister,
  ResultCanister,
} from '../canister/canister.ts';
import type { WindowMeasure } from '../context-window/window-measure.ts';
import type { FinishReason, Usage } from '../models/provider.ts';
import type { Spent, TurnSpending } from '../spending/spending.ts';
import type { ToolFigures } from '../spending/tool-figures.ts';
import type { Savings } from '../texts/saving-texts.ts';
import type { Thought } from './thought.ts';
import type { Receipt, UnsupportedClaim } from './unsupported-claim.ts';

/**
 * Contract:
 * - the first event is `turn-start`, the last is exactly one `turn-end`;
 * - `window` comes before each round, and before a `round-restart` that names another model;
 * - each round is `round-start`, deltas, `round-end`, and then its invocations;
 * - after `round-end` without real calls, you confirm those written as text; only confirmed ones cause
 *   events;
 * - `invocation-start` comes in source order; one `invocation-end` for each before the next round or the end;
 * - `reasoning-end` comes once after each run of `reasoning-delta`, before anything else;
 * - `round-restart` makes void what its round has said; a model that it names stays for the turn;
 * - `message-added` comes before the `round-start` from which on the model reads it;
 * - `usage` comes at least once for each request with a reply; what isn't reported is estimated;
 * - `joined` comes before whatever comes next; a round joins with all results, a broken reply never;
 * - `turn-end.canisters` is what `joined` told, in its order; nothing if the turn was rolled back.
 */
export type ConverseEvent =
  | TurnStart
  | MessageAdded
  | { readonly type: 'window'; readonly measure: WindowMeasure }
  | RoundStart
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  | ReasoningEnd
  | { readonly type: 'notice'; readonly message: string }
  | RoundRestart
  | UsageTold
  | RoundEnd
  | InvocationStart
  | InvocationEdit
  | InvocationProgress
  | InvocationEnd
  | Joined
  | TurnEnd;

export interface TurnStart {
  readonly type: 'turn-start';
  readonly conversationId: string;
  readonly model: AnsweringModel;
  readonly canisters: readonly Canister[];
}

export interface AnsweringModel {
  readonly provider: string;
  readonly id: string;
  readonly label: string;
}

export interface RoundStart {
  readonly type: 'round-start';
  readonly round: number;
  /** It is set if another model answers from now on. */
  readonly model?: AnsweringModel;
}

export interface MessageAdded {
  readonly type: 'message-added';
  readonly canisters: readonly Canister[];
}

export interface ReasoningEnd {
  readonly type: 'reasoning-end';
  /** Milliseconds from the first word of the thought to the last. */
  readonly duration: number;
}

export interface RoundRestart {
  readonly type: 'round-restart';
  readonly round: number;
  readonly message: string;
  /** Milliseconds until the request is made again. */
  readonly wait: number;
  readonly error?: ErrorData;
  readonly model?: AnsweringModel;
}

export interface UsageTold {
  readonly type: 'usage';
  readonly round: number;
  readonly usage: Usage;
  /** What the turn has come to, attempts that were made void included. */
  readonly spent: Spent;
}

export interface RoundEnd {
  readonly type: 'round-end';
  readonly round: number;
  readonly reason: FinishReason;
  /** It is absent if the model only made calls. */
  readonly canister?: AssistantCanister;
}

export interface InvocationStart {
  readonly type: 'invocation-start';
  readonly canister: InvocationCanister;
}

/** You changed the arguments before you allowed the call. */
export interface InvocationEdit {
  readonly type: 'invocation-edit';
  readonly canister: InvocationCanister;
}

export interface InvocationProgress {
  readonly type: 'invocation-progress';
  readonly invocationId: string;
  readonly message: string;
  /** Between 0 and 1, if known. */
  readonly fraction?: number;
}

export interface InvocationEnd {
  readonly type: 'invocation-end';
  readonly canister: ResultCanister;
  /** Milliseconds from start to end, without the wait for your answer. */
  readonly duration: number;
}

/** Store it at once: then a crash loses nothing that was completed. */
export interface Joined {
  readonly type: 'joined';
  readonly canisters: readonly Canister[];
  readonly thought?: Thought;
}

export interface TurnEnd {
  readonly type: 'turn-end';
  readonly outcome: Outcome;
  readonly canisters: readonly Canister[];
  /** What had joined was taken out again: a tool ended a turn in which nothing was changed. */
  readonly rolledBack?: true;
  readonly error?: ErrorData;
  readonly spending?: TurnSpending;
  /** What each tool took: those that requests described, and those that were called. */
  readonly tools?: readonly ToolFigures[];
  readonly savings?: { readonly turn: Savings; readonly conversation: Savings };
  /** What the answer says was done, and no call has done. */
  readonly unsupported?: readonly UnsupportedClaim[];
  /** What the answer says was done, with the calls that have done it. */
  readonly supported?: readonly Receipt[];
}

export type Outcome = 'final' | 'stopped' | 'failed' | 'round-limit';
