import type { Clock } from '../../ground/ports.ts';
import { resumed, type ThoughtText, withMore } from '../../ground/wording/thought-text.ts';
import type { ReasoningEnd } from '../../words/conversation/converse-event.ts';
import type { Thought } from '../../words/conversation/thought.ts';
import type { ModelEvent } from '../../words/models/provider.ts';

export interface ThoughtCollector {
  /** Returns the end of a thought if this is the first event after it. */
  hear(event: ModelEvent): readonly ReasoningEnd[];
  /** Returns the end of a thought that no event follows. */
  end(): readonly ReasoningEnd[];
  gathered(): Omit<Thought, 'before'> | undefined;
}

export function createThoughtCollector(clock: Pick<Clock, 'monotonic'>): ThoughtCollector {
  let kept: ThoughtText = { text: '' };
  let duration = 0;
  let begun: number | undefined;
  let last = 0;

  function end(): readonly ReasoningEnd[] {
    if (begun === undefined) return [];
    const took = last - begun;
    begun = undefined;
    duration += took;
    return [{ type: 'reasoning-end', duration: took }];
  }

  return {
    hear(event) {
      if (event.type !== 'reasoning-delta') return saysNothing(event) ? [] : end();
      last = clock.monotonic();
      if (begun === undefined) kept = resumed(kept);
      begun ??= last;
      kept = withMore(kept, event.text);
      return [];
    },
    end,
    gathered: () => (kept.text.trim() === '' ? undefined : { ...kept, duration }),
  };
}

/** Some servers send figures and empty texts while their model thinks. */
function saysNothing(event: ModelEvent): boolean {
  return event.type === 'usage' || (event.type === 'text-delta' && event.text === '');
}
