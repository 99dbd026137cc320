import type { ModelEvent } from '../../converser/words/models/provider.ts';

/** Fast servers send hundreds of deltas at once, and everything after this would handle each of them. */
export function addJoined(events: ModelEvent[], event: ModelEvent): void {
  const before = events.at(-1);
  const joined = before && joinedDelta(before, event);
  if (joined === undefined) events.push(event);
  else events[events.length - 1] = joined;
}

type Delta = Extract<ModelEvent, { type: 'text-delta' | 'reasoning-delta' | 'invocation-delta' }>;

function isDelta(event: ModelEvent): event is Delta {
  return event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'invocation-delta';
}

function joinedDelta(before: ModelEvent, event: ModelEvent): ModelEvent | undefined {
  if (!isDelta(event) || !isDelta(before) || before.type !== event.type) return undefined;
  const isOfSameCall = !('call' in event && 'call' in before) || before.call === event.call;
  return isOfSameCall ? { ...before, text: before.text + event.text } : undefined;
}
