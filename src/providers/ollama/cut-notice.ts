import { numberText } from '../../converser/ground/wording/numbers.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';

interface Asked {
  readonly label: string;
  /** In tokens, as asked for. */
  readonly window: number | undefined;
  /** Estimates the tokens of the request. */
  readonly size: () => number;
}

/**
 * Adds a notice to the end of a reply if the model can't have read the whole prompt: versions of Ollama from before
 * October 2025 cut it, whatever they are told.
 */
export function withCutNotice(
  events: readonly ModelEvent[],
  { label, window, size }: Asked,
): readonly ModelEvent[] {
  const read = events.flatMap(event => (event.type === 'usage' ? (event.usage.input ?? []) : [])).at(-1);
  if (window === undefined || read === undefined) return events;
  const tokens = size();
  if (read < window && tokens < window * doubt) return events;
  const message = `${label} has read only ${numberText(read)} tokens of about ${numberText(tokens)}: its window has ${numberText(window)}, and Ollama has left out the oldest messages. Update Ollama, or give the model a larger window with the option contextTokens.`;
  return [{ type: 'notice', message }, ...events];
}

/** An estimate may be wrong by this factor. */
const doubt = 1.4;
