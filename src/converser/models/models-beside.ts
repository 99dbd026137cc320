/** The models that a call may ask something beside the conversation. */
export interface ModelsBeside {
  /** That of the conversation. */
  readonly own: ModelBeside;
  /**
   * Another one, by `provider/id`, or by its id if only one has it. Absent: no other may be asked here.
   *
   * Contract: never rejects, and resolves soon after the signal aborts.
   */
  readonly find?: (reference: string, signal: AbortSignal) => Promise<FoundModel>;
}

export type FoundModel = { readonly kind: 'found'; readonly model: ModelBeside } | NoModel;

export interface NoModel {
  readonly kind: 'unknown';
  /** Which there are, by `provider/id`. */
  readonly known: readonly string[];
}

export interface ModelBeside {
  /** `provider/id` */
  readonly reference: string;
  readonly label: string;
  /** Tokens that fit into one request and its reply, where that is known. */
  readonly contextTokens?: number;
  readonly ask: AskModel;
}

/**
 * Asks a model something beside the conversation: without tools, and without what was said before. It counts as part of
 * the turn, and is held against its limits.
 *
 * Contract: never rejects, and resolves soon after the signal aborts.
 */
export type AskModel = (question: ModelQuestion, signal: AbortSignal) => Promise<ModelAnswer>;

export interface ModelQuestion {
  readonly instructions: string;
  /** What the question is about. The model gets it as what others wrote, and only as much of it as it can take. */
  readonly text: string;
  readonly question: string;
  /** A longer answer is refused. */
  readonly maxCharacters: number;
  /** Milliseconds after which the answer is refused. Absent: it takes as long as it takes. */
  readonly timeLimit?: number;
}

export type ModelAnswer =
  | {
      readonly kind: 'answered';
      readonly text: string;
      /** Some of the text was left out. */
      readonly isCut: boolean;
    }
  | {
      readonly kind: 'refused';
      /** Quotes nothing of the text or the answer. */
      readonly reason: string;
      /**
       * `failed`: another try may succeed. `too-long`: one with less text may. `limit`: no further request is made in this
       * turn.
       */
      readonly why: 'stopped' | 'limit' | 'failed' | 'too-long';
    };
