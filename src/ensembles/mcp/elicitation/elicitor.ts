import type { JsonObject } from '../../../converser/json/json.ts';
import type { FormField } from './read-form.ts';

/**
 * Whoever can answer a server in the person's stead.
 *
 * Contract: resolves to `cancel` when the signal aborts or the question was dismissed, and to `decline` when the
 * person said no; never rejects. It shows who asks, and the words of a server as the server's own.
 */
export interface Elicitor {
  form(question: FormQuestion, signal: AbortSignal): Promise<FormAnswer>;
  /** Whether the page may be opened. The whole address is shown before the person decides. */
  page(question: PageQuestion, signal: AbortSignal): Promise<'accept' | 'decline' | 'cancel'>;
}

export interface FormQuestion {
  /** The server's name, as the person knows it. */
  readonly server: string;
  readonly message: string;
  readonly fields: readonly FormField[];
  /** What was wrong with the last answer, where the same is asked again, and that answer. */
  readonly complaint?: string;
  readonly former?: JsonObject;
}

export type FormAnswer =
  | { readonly action: 'decline' | 'cancel' }
  /**
   * By the names of the fields. What is usual stands in a field before it is answered, so what is absent was left
   * empty or taken out, and is not sent.
   */
  | { readonly action: 'accept'; readonly content: JsonObject };

export interface PageQuestion {
  readonly server: string;
  readonly message: string;
  readonly page: URL;
}
