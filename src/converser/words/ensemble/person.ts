import type { JsonObject } from '../../ground/json/json.ts';
import type { FormField } from './form-field.ts';

/** Contract: never rejects; `decline` is your no, `cancel` a dismissal or abort, `absent` nobody to ask. */
export interface Person {
  ask(question: PersonQuestion, signal: AbortSignal): Promise<PersonAnswer>;
}

export interface PersonQuestion {
  readonly message: string;
  readonly fields: readonly FormField[];
  /** The id of the conversation in which it is asked. */
  readonly conversation?: string | undefined;
}

export type PersonAnswer =
  | { readonly action: 'accept'; readonly content: JsonObject }
  | { readonly action: 'decline' | 'cancel' | 'absent' };
