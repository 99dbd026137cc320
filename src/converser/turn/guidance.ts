import type { Canister } from '../words/canister/canister.ts';
import type { ResourceContent } from '../words/canister/content.ts';
import type { Model } from '../words/models/provider.ts';

/** Contract: it decides nothing, never rejects, and answers soon after the signal aborts. */
export interface Guidance {
  begin(turn: GuidedTurn, signal: AbortSignal): Promise<TurnGuidance>;
}

export interface GuidedTurn {
  readonly conversationId: string;
  readonly model: Pick<Model, 'capabilities'>;
}

export interface TurnGuidance {
  /** Stays the same over turns, so that requests go on with the same bytes, unless you change something. */
  readonly above?: string | undefined;
  readonly notices: readonly string[];
  follow(joined: Joined, signal: AbortSignal): Promise<Followed>;
}

export interface Joined {
  readonly canisters: readonly Canister[];
  readonly sent: () => readonly Canister[];
}

export interface Followed {
  readonly documents: readonly ResourceContent[];
  readonly notices: readonly string[];
}
