import type { FinishReason, ModelEvent } from '../../../converser/words/models/provider.ts';

export interface Judge {
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
      readonly complaint: string;
      readonly reason: string;
    };
