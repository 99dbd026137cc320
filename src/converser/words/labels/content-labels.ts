import type { Label } from './label.ts';

/** A label follows the text through copies, moves and restarts, and is gone once you change it. */
export interface ContentLabels {
  /** Contract: resolves once it is kept; never rejects. Blank text needs no label. */
  note(text: string, label: Label): Promise<void>;
  noteAll(noted: NotedContents, label: Label): Promise<void>;
  any(): Promise<boolean>;
  of(text: string): Promise<Label | undefined>;
  /** Absolute, as in all that follows. While a command runs, whatever changes has its label. */
  at(place: string): Promise<Label | undefined>;
  /** Others have chosen these names, whatever lies there now. */
  ofNames(places: readonly string[]): Promise<Label | undefined>;
  /** Ends once the returned function is called: by then, what the command left must be noted. */
  during(running: RunningWrites): () => void;
}

export interface RunningWrites {
  readonly label: Label;
  readonly roots: readonly string[];
  /** What others wrote meanwhile is not the command's. */
  readonly saved: { has(place: string): boolean };
}

export interface NotedContents {
  readonly texts: readonly string[];
  /** For unreadable or too large content: whatever lies there or below, now and later. */
  readonly places: readonly string[];
  /** Those that end with a slash stand for the names of all below. */
  readonly names?: readonly string[];
}
