import type { ReadAnswer } from './read-answer.ts';

/** What was fetched, whole. */
export interface FetchedPage {
  /** Where it came from, after redirects. */
  readonly url: URL;
  readonly read: ReadAnswer;
  /** Bytes as sent, unpacked. */
  readonly size: number;
}
