import type { Client, McpSubscription, SubscriptionFilter } from '@modelcontextprotocol/client';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { ServerLimits } from './connection-ports.ts';

export interface KeepListeningOptions {
  readonly clock: Clock;
  readonly limits: Pick<ServerLimits, 'backOff' | 'maxBackOff' | 'settled'>;
  readonly signal: AbortSignal;
  readonly onResumed?: (filter: SubscriptionFilter) => void;
}

/** Since 2026 servers report changes over a stream, which proxies and restarts cut while the connection lasts. */
export async function keepListening(
  client: Client,
  first: McpSubscription,
  { clock, limits, signal, onResumed }: KeepListeningOptions,
): Promise<void> {
  const filter = first.honoredFilter;
  const isOver = () => signal.aborted || client.transport === undefined;
  let wait = limits.backOff;
  let current: McpSubscription | undefined = first;
  while (Object.keys(filter).length > 0) {
    const since = clock.monotonic();
    if (current !== undefined && (await current.closed) === 'local') return;
    if (isOver()) return;
    // The wait grows if a server ends each stream right away.
    if (clock.monotonic() - since >= limits.settled) wait = limits.backOff;
    await clock.sleep(wait, signal);
    wait = Math.min(limits.maxBackOff, wait * 2);
    if (isOver()) return;
    // If the server can't be reached, the next request fails and reports it.
    current = await client.listen(filter, { signal }).catch(() => undefined);
    if (current !== undefined) onResumed?.(filter);
  }
}
