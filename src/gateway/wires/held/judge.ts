import type { FinishReason, ModelEvent } from '../../../converser/words/models/provider.ts';

/** Whether a reply is what the client asked for. */
export interface Judge {
  /** Whether an event settles that the reply will do, so that nothing need be held back any longer. */
  readonly isSettledBy: (event: ModelEvent) => boolean;
  /** What to make of a reply that ended unsettled. */
  readonly judge: (held: HeldReply) => Promise<Verdict>;
}

export interface HeldReply {
  readonly events: readonly ModelEvent[];
  /** All that the model said. */
  readonly said: string;
  readonly reason: FinishReason;
}

export type Verdict =
  | { readonly kind: 'fits'; readonly events: readonly ModelEvent[]; readonly reason: FinishReason }
  | {
      readonly kind: 'misfits';
      /** For the model: what to do about it. */
      readonly complaint: string;
      /** For people: what the reply lacks. */
      readonly reason: string;
    };
