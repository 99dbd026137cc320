import type { ModelEvent, Usage } from '../../../converser/models/provider.ts';
import { addUsage } from '../../../converser/spending/spending.ts';
import { withReason } from './why-stopped.ts';

/**
 * A reply that begins anew after its first word cannot be taken back from a client, so it fails. What was paid for
 * before a restart counts, too. A reply that the signal stopped says why.
 */
export async function* withoutRestarts(
  events: AsyncIterable<ModelEvent>,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void> {
  let hasSpoken = false;
  let before: Usage | undefined;
  let usage: Usage = {};
  for await (const event of events) {
    if (event.type === 'usage') {
      usage = { ...usage, ...event.usage };
      yield { type: 'usage', usage: before === undefined ? usage : addUsage(before, usage) };
      continue;
    }
    if (event.type !== 'restart') {
      hasSpoken ||= event.type !== 'notice';
      yield withReason(event, signal);
      continue;
    }
    if (hasSpoken) {
      const error = { code: 'model-failed', message: event.message, retryable: true } as const;
      return yield { type: 'failure', error };
    }
    before = addUsage(before, usage);
    usage = {};
  }
}
