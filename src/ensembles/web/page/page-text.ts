export interface PageToRead {
  readonly html: string;
  /** Links are relative to it. */
  readonly address: string;
  /** Keeps navigation and everything else around the article. */
  readonly isWhole: boolean;
}

export interface PageText {
  /** Is one line, perhaps empty. */
  readonly title: string;
  readonly markdown: string;
}
