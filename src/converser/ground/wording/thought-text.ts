export interface ThoughtText {
  readonly text: string;
  readonly omitted?: number;
}

/** In characters. A model can think for millions of them in a round. */
export const longestThought = 50_000;

export function withMore({ text, omitted = 0 }: ThoughtText, more: string): ThoughtText {
  if (omitted > 0) return { text, omitted: omitted + more.length };
  const whole = text + more;
  if (whole.length <= longestThought) return { text: whole };
  const kept = whole.slice(0, longestThought);
  const end = kept.isWellFormed() || !whole.isWellFormed() ? kept.length : kept.length - 1;
  return { text: kept.slice(0, end), omitted: whole.length - end };
}

export function resumed(thought: ThoughtText): ThoughtText {
  return thought.text === '' ? thought : withMore(thought, '\n\n');
}
