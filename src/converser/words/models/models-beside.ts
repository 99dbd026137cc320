import type { Effort } from '../../ground/wording/effort-names.ts';
import type { Label } from '../labels/label.ts';
import type { ModelRequest } from './provider.ts';

export interface ModelsBeside {
  readonly own: ModelBeside;
  /** Contract: takes `provider/id` or an id of only one model; never rejects, and heeds the signal soon. */
  readonly find?: (reference: string, signal: AbortSignal) => Promise<FoundModel>;
}

export type FoundModel = { readonly kind: 'found'; readonly model: ModelBeside } | NoModel;

export interface NoModel {
  readonly kind: 'unknown';
  readonly known: readonly string[];
}

export interface ModelBeside {
  /** `provider/id` */
  readonly reference: string;
  readonly label: string;
  /** Tokens for one request and its reply, if known. */
  readonly contextTokens?: number;
  readonly ask: AskModel;
  readonly work?: WorkModel;
}

/** Contract: counts in the turn and its limits; never rejects, and resolves soon after the signal aborts. */
export type AskModel = (question: ModelQuestion, signal: AbortSignal) => Promise<ModelAnswer>;

export interface ModelQuestion {
  readonly instructions: string;
  /** Marked as written by others, and cut to what the model can take. */
  readonly text: string;
  readonly question: string;
  readonly maxCharacters: number;
  readonly timeLimit?: number;
  readonly effort?: Effort | undefined;
  /** The question goes on from this request, with nothing between. Tools can't ask so. */
  readonly after?: ModelRequest | undefined;
}

export type ModelAnswer =
  | {
      readonly kind: 'answered';
      readonly text: string;
      readonly isCut: boolean;
      readonly cost: string;
    }
  | {
      readonly kind: 'refused';
      /** Quotes nothing of the text or the answer. */
      readonly reason: string;
      /** `failed`: another try may succeed. `too-long`: less text may fit. `limit`: the turn is at its limit. */
      readonly why: 'stopped' | 'limit' | 'failed' | 'too-long';
    };

/** Contract: checked and counted as in the turn; never rejects, and resolves soon after the signal aborts. */
export type WorkModel = (task: ModelTask, signal: AbortSignal) => Promise<ModelWork>;

export interface ModelTask extends Pick<ModelQuestion, 'instructions' | 'text' | 'question' | 'effort'> {
  readonly tools: readonly string[];
  readonly tokens: number;
  readonly progress: (message: string) => void;
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

export interface WorkDone {
  readonly calls: readonly string[];
  readonly cost: string;
  /** Labels what it read. Absent if nothing is from outside or secret. */
  readonly label?: Label;
}
