import type { ReadAnswer } from './read-answer.ts';

export interface FetchedPage {
  readonly url: URL;
  readonly read: ReadAnswer;
  readonly size: number;
}
