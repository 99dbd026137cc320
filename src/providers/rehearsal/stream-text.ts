import type { ModelEvent } from '../../converser/words/models/provider.ts';

export async function* speak(text: string, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
  const words = text.match(/\s*\S+\s*/g) ?? [];
  const step = Math.ceil(words.length / 300);
  for (let at = 0; at < words.length && !signal.aborted; at += step) {
    yield { type: 'text-delta', text: words.slice(at, at + step).join('') };
    // Others get to run, such as a Stop button.
    if (at % (25 * step) === 0) await new Promise(resolve => setTimeout(resolve, 0));
  }
}
