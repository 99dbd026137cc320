import { numberText } from '../../converser/ground/wording/numbers.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';

interface Asked {
  readonly label: string;
  readonly window: number | undefined;
  readonly size: () => number;
}

/** Versions of Ollama from before October 2025 cut a prompt that is too long, whatever they are told. */
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

const doubt = 1.4;
