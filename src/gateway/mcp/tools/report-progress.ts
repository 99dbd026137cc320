import type { ProgressToken, ServerContext } from '@modelcontextprotocol/server';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { CallWatch } from '../call-watch.ts';

/** In milliseconds between two reports: a tool may report thousands. */
const pause = 25;

/** MCP wants every number to be greater than the one before. */
const step = 1e-6;

export function reportProgress({ mcpReq }: ServerContext, clock: Clock): CallWatch['progress'] {
  const progressToken: ProgressToken | undefined = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = -1;
  let lastAt = Number.NEGATIVE_INFINITY;
  let total: 1 | undefined;
  return (message, fraction) => {
    const now = clock.monotonic();
    if (now - lastAt < pause && fraction !== 1) return;
    if (last === -1 && fraction !== undefined) total = 1;
    last = total === undefined ? last + 1 : Math.max(fraction ?? 0, last === -1 ? 0 : last + step);
    lastAt = now;
    const params = defined({ progressToken, progress: last, total, message: message || undefined });
    // A client that has gone does not read it.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
