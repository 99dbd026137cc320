import type { JsonObject } from '../../../converser/ground/json/json.ts';
import type { FormField } from '../../../converser/words/ensemble/form-field.ts';

/** Contract: `cancel` on abort or dismissal, `decline` on a no; never rejects. Marks the words as the server's own. */
export interface Elicitor {
  form(question: FormQuestion, signal: AbortSignal): Promise<FormAnswer>;
  /** It shows the whole address before you decide. */
  page(question: PageQuestion, signal: AbortSignal): Promise<'accept' | 'decline' | 'cancel'>;
}

export interface FormQuestion {
  readonly server: string;
  readonly message: string;
  readonly fields: readonly FormField[];
  readonly complaint?: string;
}

export type FormAnswer =
  | { readonly action: 'decline' | 'cancel' }
  /** Each field shows its default, so a field that is absent here was left empty, and isn't sent. */
  | { readonly action: 'accept'; readonly content: JsonObject };

export interface PageQuestion {
  readonly server: string;
  readonly message: string;
  readonly page: URL;
}
