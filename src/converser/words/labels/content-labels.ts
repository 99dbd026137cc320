import type { Label } from './label.ts';

/** A label follows the text through copies, moves and restarts, and is gone once you change it. */
export interface ContentLabels {
  /** Contract: resolves once it is kept; never rejects. Blank text needs no label. */
  note(text: string, label: Label): Promise<void>;
  noteAll(noted: NotedContents, label: Label): Promise<void>;
  any(): Promise<boolean>;
  of(text: string): Promise<Label | undefined>;
  /** Unless only what is noted counts, it also knows what has changed within `during`. */
  at(place: string, only?: 'noted'): Promise<Label | undefined>;
  /** Ends with the returned function: by then, all that was written must be noted. */
  during(writes: RunningWrites): () => void;
}

export interface RunningWrites {
  readonly label: Label;
  /** Absolute, as all places here. */
  readonly roots: readonly string[];
  /** What others wrote meanwhile is not the command's. */
  readonly saved: { has(place: string): boolean };
}

export interface NotedContents {
  readonly texts: readonly string[];
  /** For unreadable or too large content: whatever lies there or below, now and later. */
  readonly places: readonly string[];
}
