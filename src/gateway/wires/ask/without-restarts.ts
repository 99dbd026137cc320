import type { InGroups } from '../../../converser/ground/async/in-groups.ts';
import { rewritten } from '../../../converser/ground/async/rewritten.ts';
import type { ModelEvent, Usage } from '../../../converser/words/models/provider.ts';
import { addUsage } from '../../../converser/words/spending/spending.ts';
import { withReason } from './why-stopped.ts';

/** A reply that begins anew after its first word fails: the client can't take it back. Usage before a restart counts. */
export function withoutRestarts(
  events: AsyncIterable<ModelEvent>,
  signal: AbortSignal,
): InGroups<ModelEvent> {
  let hasSpoken = false;
  let isOver = false;
  let before: Usage | undefined;
  let usage: Usage = {};
  return rewritten(events, {
    write(event): readonly ModelEvent[] {
      if (event.type === 'usage') {
        usage = { ...usage, ...event.usage };
        return [{ type: 'usage', usage: before === undefined ? usage : addUsage(before, usage) }];
      }
      if (event.type !== 'restart') {
        hasSpoken ||= event.type !== 'notice';
        return [withReason(event, signal)];
      }
      if (hasSpoken) {
        isOver = true;
        return [
          { type: 'failure', error: { code: 'model-failed', message: event.message, retryable: true } },
        ];
      }
      before = addUsage(before, usage);
      usage = {};
      return [];
    },
    isOver: () => isOver,
  });
}
