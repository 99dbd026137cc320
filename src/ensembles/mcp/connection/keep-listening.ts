import type { Client, McpSubscription, SubscriptionFilter } from '@modelcontextprotocol/client';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { ServerLimits } from './connection-ports.ts';

export interface KeepListeningOptions {
  readonly clock: Clock;
  readonly limits: Pick<ServerLimits, 'backOff' | 'maxBackOff' | 'settled'>;
  /** Aborts when changes are no longer wanted. */
  readonly signal: AbortSignal;
  /** The stream is open again. Changes in between were missed. */
  readonly onResumed?: (filter: SubscriptionFilter) => void;
}

/**
 * Since 2026 servers report changes over a stream that the client opens. Proxies cut silent streams, and a server that
 * restarts behind its address cuts all of them, although the connection itself remains usable. This reopens the
 * stream for as long as the connection lasts, so that no change goes unnoticed.
 */
export async function keepListening(
  client: Client,
  first: McpSubscription,
  { clock, limits, signal, onResumed }: KeepListeningOptions,
): Promise<void> {
  const filter = first.honoredFilter;
  const isOver = () => signal.aborted || client.transport === undefined;
  let wait = limits.backOff;
  let current: McpSubscription | undefined = first;
  // Only what the server has agreed to report is requested again.
  while (Object.keys(filter).length > 0) {
    const since = clock.monotonic();
    if (current !== undefined && (await current.closed) === 'local') return;
    if (isOver()) return;
    // If a server ends each stream right away, we wait longer and longer.
    if (clock.monotonic() - since >= limits.settled) wait = limits.backOff;
    await clock.sleep(wait, signal);
    wait = Math.min(limits.maxBackOff, wait * 2);
    if (isOver()) return;
    // A server that cannot be reached fails the next request, which reports it.
    current = await client.listen(filter, { signal }).catch(() => undefined);
    if (current !== undefined) onResumed?.(filter);
  }
}
