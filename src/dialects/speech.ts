import type { ModelEvent } from '../converser/models/provider.ts';
import { pairJoiner } from './well-formed.ts';

/** What a model says and thinks, as events that never split a character. */
export function createSpeech() {
  const said = pairJoiner();
  const thought = pairJoiner();
  const events = (type: 'text-delta' | 'reasoning-delta', text: string): readonly ModelEvent[] =>
    text === '' ? [] : [{ type, text }];
  return {
    say: (piece: string) => events('text-delta', said.push(piece)),
    think: (piece: string) => events('reasoning-delta', thought.push(piece)),
    /** What was held back. */
    rest: () => [...events('reasoning-delta', thought.rest()), ...events('text-delta', said.rest())],
  };
}
