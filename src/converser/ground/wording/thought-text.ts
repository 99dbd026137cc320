/** What a model thought, as far as it is kept. */
export interface ThoughtText {
  /** Markdown, at most `longestThought` characters. */
  readonly text: string;
  /** How many characters more it had. Absent: none. */
  readonly omitted?: number;
}

/** In characters. A model can think for millions of them in a single round, and nobody reads that much. */
export const longestThought = 50_000;

/** A thought that goes on. */
export function withMore({ text, omitted = 0 }: ThoughtText, more: string): ThoughtText {
  if (omitted > 0) return { text, omitted: omitted + more.length };
  const whole = text + more;
  if (whole.length <= longestThought) return { text: whole };
  const kept = whole.slice(0, longestThought);
  // Don't cut a surrogate pair in half.
  const end = kept.isWellFormed() || !whole.isWellFormed() ? kept.length : kept.length - 1;
  return { text: kept.slice(0, end), omitted: whole.length - end };
}

/** A thought that goes on after the model has said or done something else. */
export function resumed(thought: ThoughtText): ThoughtText {
  return thought.text === '' ? thought : withMore(thought, '\n\n');
}
