import type { OpenGateway } from '../support/open-gateway.ts';

/** Resolves once so many requests to models run, and so many wait. */
export async function untilRequests(gateway: OpenGateway, wanted: { running: number; waiting: number }) {
  for (;;) {
    const { requests } = (await (await gateway.ask('/health')).json()) as { requests: typeof wanted };
    if (requests.running === wanted.running && requests.waiting === wanted.waiting) return;
  }
}
