import type { FinishReason, ModelEvent } from '../../../converser/words/models/provider.ts';

export type Judge = (held: HeldReply) => Promise<Verdict>;

/** A reply that ended by itself. */
export interface HeldReply {
  readonly events: readonly ModelEvent[];
  readonly said: string;
}

export type Verdict =
  /** Without a reason, it keeps its own. */
  | { readonly kind: 'fits'; readonly events: readonly ModelEvent[]; readonly reason?: FinishReason }
  | {
      readonly kind: 'misfits';
      readonly complaint: string;
      readonly reason: string;
    };
