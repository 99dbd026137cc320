export interface PageToRead {
  readonly html: string;
  readonly address: string;
  readonly isWhole: boolean;
}

export interface PageText {
  readonly title: string;
  readonly markdown: string;
}
