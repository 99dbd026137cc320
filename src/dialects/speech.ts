import type { ModelEvent } from '../converser/words/models/provider.ts';
import type { ReplyBudget } from '../converser/words/models/reply-limits.ts';
import { pairJoiner } from './well-formed.ts';

export type Speech = ReturnType<typeof createSpeech>;

/** What a model says and thinks, taken from the budget of its reply, as events that never split a character. */
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
    /** What was held back. */
    rest: () => [...events('reasoning-delta', thought.rest()), ...events('text-delta', said.rest())],
  };
}
