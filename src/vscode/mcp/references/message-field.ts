/** The field in which the user writes the next message. */
export interface MessageField {
  /** Puts a word where the caret is. */
  insert(text: string): void;
  /** Replaces what is written. */
  compose(text: string): void;
  focus(): void;
}
