import type { ModelEvent } from '../../converser/models/provider.ts';

/** A text word by word; of a long one several words at a time, so that it is not slow to be said. */
export async function* speak(text: string, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
  const words = text.match(/\s*\S+\s*/g) ?? [];
  const perDelta = Math.ceil(words.length / mostDeltas);
  const deltas = Math.ceil(words.length / perDelta);
  const perPause = Math.ceil(deltas / mostPauses);
  for (let index = 0; index < deltas && !signal.aborted; index++) {
    yield { type: 'text-delta', text: words.slice(index * perDelta, (index + 1) * perDelta).join('') };
    if (index % perPause === 0) await pause();
  }
}

const mostDeltas = 300;
const mostPauses = 12;

/** Lets others run, such as whoever wants to stop the reply. */
function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0));
}
