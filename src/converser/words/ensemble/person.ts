import type { JsonObject } from '../../ground/json/json.ts';
import type { FormField } from './form-field.ts';

/**
 * Puts the questions of models to you.
 *
 * Contract: resolves to `decline` when you say no, to `cancel` when you dismiss the question or the signal aborts, and to
 * `absent` where you can't be asked; never rejects. It shows that a model asks.
 */
export interface Person {
  ask(question: PersonQuestion, signal: AbortSignal): Promise<PersonAnswer>;
}

export interface PersonQuestion {
  /** What the answers are for; may be empty. */
  readonly message: string;
  readonly fields: readonly FormField[];
}

export type PersonAnswer =
  /** By the names of the fields; what was left empty is absent. Not checked. */
  | { readonly action: 'accept'; readonly content: JsonObject }
  | { readonly action: 'decline' | 'cancel' | 'absent' };
