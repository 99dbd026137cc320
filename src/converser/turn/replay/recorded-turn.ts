import type { Canister } from '../../words/canister/canister.ts';
import type { AnsweringModel, Outcome } from '../../words/conversation/converse-event.ts';
import type { ModelRequest } from '../../words/models/provider.ts';
import type { TurnSpending } from '../../words/spending/spending.ts';

/** What a turn came to. */
export interface PlayedTurn {
  readonly model: AnsweringModel;
  /** All that joined, beginning with what you sent. */
  readonly canisters: readonly Canister[];
  readonly outcome: Outcome;
  /** Why there is no answer. */
  readonly problem?: string;
  readonly spending?: TurnSpending;
  readonly milliseconds: number;
}

export interface RecordedTurn extends PlayedTurn {
  /** ISO 8601, UTC: when it ended. */
  readonly at: string;
  /** What the first request said, and all tools that requests of this turn offered. */
  readonly asked: Pick<ModelRequest, 'canisters' | 'tools'>;
}
