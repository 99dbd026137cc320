import type { Effort } from '../../ground/wording/effort-names.ts';
import type { Label } from '../labels/label.ts';

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
  /** Absent: no model may work with tools here. */
  readonly work?: WorkModel;
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
  /** Absent: what the model is asked with otherwise. */
  readonly effort?: Effort | undefined;
}

export type ModelAnswer =
  | {
      readonly kind: 'answered';
      readonly text: string;
      /** Some of the text was left out. */
      readonly isCut: boolean;
      /** What it took, for people: `10 → 5 tokens, $0.10`. */
      readonly cost: string;
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

/**
 * Has a model do something with tools of the turn, in rounds, in a conversation of its own. Each call is checked, permitted
 * and recorded as one of the turn is. It counts as part of the turn, and is held against its limits.
 *
 * Contract: never rejects, and resolves soon after the signal aborts.
 */
export type WorkModel = (task: ModelTask, signal: AbortSignal) => Promise<ModelWork>;

export interface ModelTask extends Pick<ModelQuestion, 'instructions' | 'text' | 'question' | 'effort'> {
  /** Which of the turn's tools it may call, by any of their names. */
  readonly tools: readonly string[];
  /** The most that it may use, input and output together. */
  readonly tokens: number;
  readonly progress: (message: string) => void;
  /** See `Context.beginAsking`. */
  readonly beginAsking?: (() => () => void) | undefined;
}

export type ModelWork = WorkDone &
  (
    | { readonly kind: 'answered'; readonly text: string }
    | {
        readonly kind: 'refused';
        /** Quotes nothing of what was read or said. */
        readonly reason: string;
        readonly why: 'stopped' | 'limit' | 'failed';
      }
  );

/** What was done, whatever came of it. */
export interface WorkDone {
  /** The full names of the tools that it called, in that order. */
  readonly calls: readonly string[];
  /** What it took, for people: `10 → 5 tokens, $0.10`. Empty: no request was made. */
  readonly cost: string;
  /** Of what it has read. Absent: nothing from outside, and no secret. */
  readonly label?: Label;
}
