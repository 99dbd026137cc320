import type { Client, McpSubscription, SubscriptionFilter } from '@modelcontextprotocol/client';
import type { ServerLimits, ServerSurroundings } from './connection-ports.ts';

export interface KeepListeningOptions {
  readonly clock: ServerSurroundings['clock'];
  readonly limits: Pick<ServerLimits, 'backOff' | 'maxBackOff' | 'settled'>;
  /** Aborts when nobody wants to hear of changes any more. */
  readonly signal: AbortSignal;
  /** It is listened to again. What has changed meanwhile, nobody has told. */
  readonly onResumed?: (filter: SubscriptionFilter) => void;
}

/**
 * Since 2026 servers tell of changes over a stream that we open. Proxies end streams over which nothing comes, and
 * servers that are started anew behind their address end all of them; the connection stands, and nobody would hear of
 * a change any more. So the stream is opened anew, for as long as the connection stands.
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
  // What the server did not agree to tell is not asked for again.
  while (Object.keys(filter).length > 0) {
    const since = clock.monotonic();
    if (current !== undefined && (await current.closed) === 'local') return;
    if (isOver()) return;
    // A server that ends each stream at once is left alone for longer and longer.
    if (clock.monotonic() - since >= limits.settled) wait = limits.backOff;
    await clock.sleep(wait, signal);
    wait = Math.min(limits.maxBackOff, wait * 2);
    if (isOver()) return;
    // Whether the server can be reached at all is told to whoever needs it.
    current = await client.listen(filter, { signal }).catch(() => undefined);
    if (current !== undefined) onResumed?.(filter);
  }
}
