/** What is given to the thread that reads a page. */
export interface PageToRead {
  readonly html: string;
  /** Where it came from: its links are relative to that. */
  readonly address: string;
  /** With navigation and everything else around the article. */
  readonly isWhole: boolean;
}

export interface PageText {
  /** In one line; may be empty. */
  readonly title: string;
  readonly markdown: string;
}
