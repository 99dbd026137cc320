import type { JsonObject } from '../../../converser/ground/json/json.ts';
import type { FormField } from '../../../converser/words/ensemble/form-field.ts';

/**
 * Shows you the questions of MCP servers.
 *
 * Contract: resolves to `cancel` when the signal aborts or you dismiss the question, and to `decline` when you say no;
 * never rejects. It shows which server asks, and that the words are the server's own.
 */
export interface Elicitor {
  form(question: FormQuestion, signal: AbortSignal): Promise<FormAnswer>;
  /** Whether to open the page. The whole address is shown before you decide. */
  page(question: PageQuestion, signal: AbortSignal): Promise<'accept' | 'decline' | 'cancel'>;
}

export interface FormQuestion {
  /** The server's name, as you know it. */
  readonly server: string;
  readonly message: string;
  /** After a complaint, their defaults are the last answer. */
  readonly fields: readonly FormField[];
  /** What was wrong with the last answer to the same form. */
  readonly complaint?: string;
}

export type FormAnswer =
  | { readonly action: 'decline' | 'cancel' }
  /**
   * By the names of the fields. Each field shows its default before you answer, so a field that is absent here was
   * left empty, and is not sent.
   */
  | { readonly action: 'accept'; readonly content: JsonObject };

export interface PageQuestion {
  readonly server: string;
  readonly message: string;
  readonly page: URL;
}
