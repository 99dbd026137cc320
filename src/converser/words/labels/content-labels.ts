import type { Label } from './label.ts';

/**
 * Remembers what files hold that is from outside or secret, by their text: so a label follows it through copies, moves and
 * restarts, and is gone once you have changed the text.
 */
export interface ContentLabels {
  /** Contract: resolves once it is kept; never rejects. A text of white space alone needs no label. */
  note(text: string, label: Label): Promise<void>;
  /** The same of all of them. */
  noteAll(noted: NotedContents, label: Label): Promise<void>;
  /** Whether anything is known. Never rejects. */
  any(): Promise<boolean>;
  /** `undefined`: nothing is known of it. Never rejects. */
  of(text: string): Promise<Label | undefined>;
  /** Of whatever lies at a place: an absolute path with `/` between names. Never rejects. */
  at(place: string): Promise<Label | undefined>;
}

export interface NotedContents {
  readonly texts: readonly string[];
  /** For what can't be read as text, or is too much: whatever lies there or below, now and later. As in `at`. */
  readonly places: readonly string[];
}
