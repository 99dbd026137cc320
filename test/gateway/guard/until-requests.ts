import type { OpenGateway, RequestCounts } from '../support/open-gateway.ts';

/** Resolves once so many requests to models run, and so many wait. */
export async function untilRequests(gateway: OpenGateway, wanted: RequestCounts): Promise<void> {
  for (;;) {
    const { running, waiting } = await gateway.requests();
    if (running === wanted.running && waiting === wanted.waiting) return;
    // What comes over sockets needs a turn of the loop.
    await new Promise(resolve => setImmediate(resolve));
  }
}
