import type { ReadAnswer } from './read-answer.ts';

export interface FetchedPage {
  /** Redirects were followed to this address. */
  readonly url: URL;
  readonly read: ReadAnswer;
  /** In bytes, unpacked. */
  readonly size: number;
}
