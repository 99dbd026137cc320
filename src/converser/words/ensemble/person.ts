import type { JsonObject } from '../../ground/json/json.ts';
import type { FormField } from './form-field.ts';

/**
 * Puts the questions of models to you, and shows that a model asks.
 * Contract: resolves to `decline` when you say no, to `cancel` when you dismiss the question or the signal
 * aborts, and to `absent` if you can't be asked; never rejects.
 */
export interface Person {
  ask(question: PersonQuestion, signal: AbortSignal): Promise<PersonAnswer>;
}

export interface PersonQuestion {
  readonly message: string;
  readonly fields: readonly FormField[];
}

export type PersonAnswer =
  | { readonly action: 'accept'; readonly content: JsonObject }
  | { readonly action: 'decline' | 'cancel' | 'absent' };
