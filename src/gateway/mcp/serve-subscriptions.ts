import type { Server } from '@modelcontextprotocol/server';
import type { Clock } from '../../converser/ground/ports.ts';
import { createAnnouncer } from './announcer.ts';
import type { ResourceUpdates } from './library/resource-updates.ts';
import { signalOf } from './signal-of.ts';
import { createSubscriptions } from './subscriptions.ts';

export interface ServeSubscriptionsOptions {
  readonly updates: ResourceUpdates;
  readonly clock: Pick<Clock, 'after'>;
}

/** In the protocol up to 2025, subscriptions end with the connection or session. */
export function serveSubscriptions(server: Server, { updates, clock }: ServeSubscriptionsOptions): void {
  const announcer = createAnnouncer(clock, (uri: string) => {
    server.sendResourceUpdated({ uri }).catch(() => {});
  });
  const subscriptions = createSubscriptions(updates, announcer.note);
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
    await subscriptions.add(uri, signalOf(context));
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    subscriptions.remove(uri);
    return {};
  });
  server.onclose = () => {
    subscriptions.dispose();
    announcer.dispose();
  };
}
