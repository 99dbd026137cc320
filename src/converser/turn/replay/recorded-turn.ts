import { defined } from '../../ground/json/defined.ts';
import type { TurnEnd, TurnStart } from '../../words/conversation/converse-event.ts';
import type { Model, ModelRequest } from '../../words/models/provider.ts';

/** What a turn came to. Its canisters begin with what you sent. */
export interface PlayedTurn extends Pick<TurnEnd, 'canisters' | 'outcome' | 'spending'> {
  readonly model: TurnStart['model'];
  /** Says why the turn has no answer. */
  readonly problem?: string;
  readonly milliseconds: number;
}

export interface RecordedTurn extends PlayedTurn {
  /** ISO 8601, UTC: when it ended. */
  readonly at: string;
  /** What the first request said, and all tools that requests of this turn offered. */
  readonly asked: Pick<ModelRequest, 'canisters' | 'tools'>;
}

export function playedTurn(
  { canisters, outcome, error, spending }: TurnEnd,
  { model, milliseconds }: { readonly model: Model; readonly milliseconds: number },
): PlayedTurn {
  return defined({
    model: { provider: model.provider, id: model.id, label: model.label },
    ...{ canisters, outcome, spending },
    problem: error?.message,
    milliseconds: Math.round(milliseconds),
  });
}
