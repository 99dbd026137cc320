import type { ModelEvent } from '../../converser/models/provider.ts';

/**
 * Adds an event to those of its packet. What continues the one before it becomes part of it: fast servers send hundreds
 * of deltas at once, and everything after this would handle each of them.
 */
export function addJoined(events: ModelEvent[], event: ModelEvent): void {
  const before = events.at(-1);
  const joined = before && joinedDelta(before, event);
  if (joined === undefined) events.push(event);
  else events[events.length - 1] = joined;
}

function joinedDelta(before: ModelEvent, event: ModelEvent): ModelEvent | undefined {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return before.type === event.type ? { ...before, text: before.text + event.text } : undefined;
    case 'invocation-delta':
      return before.type === event.type && before.call === event.call
        ? { ...before, text: before.text + event.text }
        : undefined;
    default:
      return undefined;
  }
}
