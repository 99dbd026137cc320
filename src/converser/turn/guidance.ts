import type { Canister } from '../words/canister/canister.ts';
import type { ResourceContent } from '../words/canister/content.ts';
import type { Model } from '../words/models/provider.ts';

/**
 * What the opened folders say about working in them. It guides a model, and decides nothing.
 *
 * Contract: never rejects, and answers soon after the signal aborts.
 */
export interface Guidance {
  /** Looks for what holds in a turn, before the model is asked and the tools are listed. */
  begin(turn: GuidedTurn, signal: AbortSignal): Promise<TurnGuidance>;
}

export interface GuidedTurn {
  readonly conversationId: string;
  readonly model: Pick<Model, 'capabilities'>;
}

export interface TurnGuidance {
  /**
   * Stands above the conversation, below what Converser and the user say. The same as in the turns before, so that requests
   * go on with the same bytes, unless the user has switched something on or off. Absent: there is nothing.
   */
  readonly above?: string | undefined;
  /** For the user: what is followed, and what is not and why, as far as they haven't been told. */
  readonly notices: readonly string[];
  /** What holds for the files that these canisters are about and was not said yet. */
  follow(joined: Joined, signal: AbortSignal): Promise<Followed>;
}

export interface Joined {
  /** What has joined the turn since it was asked last. */
  readonly canisters: readonly Canister[];
  /** All that the model is sent. */
  readonly sent: () => readonly Canister[];
}

export interface Followed {
  readonly documents: readonly ResourceContent[];
  readonly notices: readonly string[];
}
