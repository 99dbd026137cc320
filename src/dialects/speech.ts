import type { ModelEvent } from '../converser/words/models/provider.ts';
import type { ReplyBudget } from '../converser/words/models/reply-limits.ts';
import { pairJoiner } from './well-formed.ts';

export type Speech = ReturnType<typeof createSpeech>;

/** Takes words from the budget of the reply, and never splits a character between events. */
export function createSpeech(budget: ReplyBudget) {
  const said = pairJoiner();
  const thought = pairJoiner();
  const events = (type: 'text-delta' | 'reasoning-delta', text: string): readonly ModelEvent[] =>
    text === '' ? [] : [{ type, text }];
  return {
    say(piece: string): readonly ModelEvent[] {
      budget.take('text', piece.length);
      return events('text-delta', said.push(piece));
    },
    think(piece: string): readonly ModelEvent[] {
      budget.take('reasoning', piece.length);
      return events('reasoning-delta', thought.push(piece));
    },
    rest: () => [...events('reasoning-delta', thought.rest()), ...events('text-delta', said.rest())],
  };
}
