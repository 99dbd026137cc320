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
import type { Savings } from '../texts/saving-texts.ts';
import type { Thought } from './thought.ts';
import type { Receipt, UnsupportedClaim } from './unsupported-claim.ts';

/**
 * What the loop emits while it runs.
 *
 * Contract:
 * - the first event is `turn-start`, the last is exactly one `turn-end`;
 * - `window` comes before each round, and before a `round-restart` that names another model: how much of the model's window
 *   the request takes;
 * - each round is `round-start`, deltas, `round-end`, and then its invocations;
 * - about calls that the model only showed, the user is asked after `round-end`, unless it also made real ones:
 *   those that the user confirms are the round's invocations, and the others cause no events; if that leaves none,
 *   what was said is the final answer;
 * - `invocation-start` comes in source order; the `invocation-end` events come in the order in which the calls
 *   end, exactly one for each start, all before the next `round-start` or the `turn-end`;
 * - `reasoning-end` comes once after each run of `reasoning-delta`, before the model says or does anything else;
 * - a `round-restart` makes void what its round has said so far: the request is made again after the wait, of another model
 *   where it names one; the rest of the turn stays with that;
 * - `message-added` comes before a `round-start`: the model reads what you have sent since the turn began, and what the
 *   folders say about the files of the round before, from that round on;
 * - `usage` comes at least once for each request that got a reply; what a provider does not report is estimated;
 * - `joined` tells what has joined the conversation, before whatever comes next: the question, then each round as soon as
 *   all its calls have results, what was added after a round, then the answer or an interruption. A reply that broke off never joins;
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
  /** The user's input: attached documents first, then the message. */
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
  /** Who answers from now on, where that isn't who answered until now. */
  readonly model?: AnsweringModel;
}

/** What you sent while the turn ran; or documents alone, with what the folders say about files. */
export interface MessageAdded {
  readonly type: 'message-added';
  /** Attached documents first, then the message; of several messages, one after the other. */
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
  /** Why, for people. */
  readonly message: string;
  /** Milliseconds until the request is made again. */
  readonly wait: number;
  /** Who is asked from now on, where another model takes over: see `fallbacks`. */
  readonly model?: AnsweringModel;
}

export interface UsageTold {
  readonly type: 'usage';
  readonly round: number;
  /** What was reported just now. A later figure corrects an earlier one of the same request. */
  readonly usage: Usage;
  /** What it has come to with that, attempts that were made void included. */
  readonly spent: Spent;
}

export interface RoundEnd {
  readonly type: 'round-end';
  readonly round: number;
  readonly reason: FinishReason;
  /** What the model said in this round; absent when it only invoked. */
  readonly canister?: AssistantCanister;
}

export interface InvocationStart {
  readonly type: 'invocation-start';
  readonly canister: InvocationCanister;
}

/** The user changed the arguments before they allowed the call. */
export interface InvocationEdit {
  readonly type: 'invocation-edit';
  /** The call as it runs, which is the one that joins the conversation. */
  readonly canister: InvocationCanister;
}

export interface InvocationProgress {
  readonly type: 'invocation-progress';
  readonly invocationId: string;
  readonly message: string;
  /** Between 0 and 1, where it is known. */
  readonly fraction?: number;
}

export interface InvocationEnd {
  readonly type: 'invocation-end';
  readonly canister: ResultCanister;
  /** Milliseconds from start to end, without those that the call waited for an answer of the user. */
  readonly duration: number;
}

/** To be stored at once: a crash then loses nothing that was completed. */
export interface Joined {
  readonly type: 'joined';
  readonly canisters: readonly Canister[];
  /** What the model thought in that round, for people. Absent: nothing that is known. */
  readonly thought?: Thought;
}

export interface TurnEnd {
  readonly type: 'turn-end';
  readonly outcome: Outcome;
  /** What stays of the turn. */
  readonly canisters: readonly Canister[];
  /** What had joined was taken out of the conversation again: a tool ended a turn in which nothing was changed. */
  readonly rolledBack?: true;
  /** Why the outcome is not `final`. */
  readonly error?: ErrorData;
  /** What the turn cost, whatever its outcome. Absent when no request was sent. */
  readonly spending?: TurnSpending;
  /** What repeated calls, and results that were left out, have saved. Absent: nothing in this turn. */
  readonly savings?: { readonly turn: Savings; readonly conversation: Savings };
  /** What the answer says was done, and no call has done. Absent: nothing that was found. */
  readonly unsupported?: readonly UnsupportedClaim[];
  /** What it says was done, with the calls that have done it. Absent: nothing that was found. */
  readonly supported?: readonly Receipt[];
}

export type Outcome = 'final' | 'stopped' | 'failed' | 'round-limit';
