import type { Label } from './label.ts';

/** A label follows the text through copies, moves and restarts, and is gone once you change it. */
export interface ContentLabels {
  /** Contract: resolves once it is kept; never rejects. Blank text needs no label. */
  note(text: string, label: Label): Promise<void>;
  noteAll(noted: NotedContents, label: Label): Promise<void>;
  any(): Promise<boolean>;
  of(text: string): Promise<Label | undefined>;
  at(place: string): Promise<Label | undefined>;
}

export interface NotedContents {
  readonly texts: readonly string[];
  /** For unreadable or too large content: whatever lies there or below, now and later. */
  readonly places: readonly string[];
}
