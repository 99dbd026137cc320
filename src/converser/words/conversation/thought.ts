import type { ThoughtText } from '../../ground/wording/thought-text.ts';

/** Shown to people, and never sent to a model. */
export interface Thought extends ThoughtText {
  /** The id of the first canister of its round. */
  readonly before: string;
  /** Milliseconds from its first word to its last, without what the model said or did in between. */
  readonly duration: number;
}
