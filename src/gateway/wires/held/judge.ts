import type { FinishReason, ModelEvent } from '../../../converser/words/models/provider.ts';

export interface Judge {
  /** A settled reply needs no more holding back. */
  readonly isSettledBy: (event: ModelEvent) => boolean;
  readonly judge: (held: HeldReply) => Promise<Verdict>;
}

export interface HeldReply {
  readonly events: readonly ModelEvent[];
  readonly said: string;
  readonly reason: FinishReason;
}

export type Verdict =
  | { readonly kind: 'fits'; readonly events: readonly ModelEvent[]; readonly reason: FinishReason }
  | {
      readonly kind: 'misfits';
      /** Tells the model what to do about it. */
      readonly complaint: string;
      /** Tells people what the reply lacks. */
      readonly reason: string;
    };
