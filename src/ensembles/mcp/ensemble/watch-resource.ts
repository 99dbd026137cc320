import type { Client } from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/async/listeners.ts';
import { errors } from '../../../converser/errors.ts';
import { type KeepListeningOptions, keepListening } from '../connection/keep-listening.ts';

export interface WatchResourceOptions extends Pick<KeepListeningOptions, 'clock' | 'limits'> {
  /** Who it is, for people. */
  readonly server: string;
  readonly onUpdate: () => void;
  readonly signal: AbortSignal;
}

/**
 * Tells whenever a server says that a resource has changed. It lasts as long as the connection does.
 *
 * Rejects where the server does not offer that.
 */
export async function watchResource(
  client: Client,
  uri: string,
  { server, onUpdate, ...options }: WatchResourceOptions,
): Promise<Disposable> {
  if (client.getServerCapabilities()?.resources?.subscribe !== true) {
    throw errors.notOffered(server, 'to watch its resources');
  }
  const watched = watchedOf(client);
  const entry = watched.get(uri) ?? { watchers: new Set(), stop: subscribe(client, uri, options) };
  watched.set(uri, entry);
  const watcher = { onUpdate };
  entry.watchers.add(watcher);
  const forget = () => {
    if (!entry.watchers.delete(watcher) || entry.watchers.size > 0) return;
    watched.delete(uri);
    void entry.stop.then(stop => stop()).catch(() => {});
  };
  try {
    await entry.stop;
    return { dispose: forget };
  } catch (cause) {
    forget();
    throw cause;
  }
}

/** The server knows one subscription to a resource, however many of us wait for it. */
interface Watched {
  readonly watchers: Set<{ readonly onUpdate: () => void }>;
  /** Ends the subscription, once it has begun. */
  readonly stop: Promise<() => void>;
}

const known = new WeakMap<Client, Map<string, Watched>>();

function watchedOf(client: Client): Map<string, Watched> {
  const found = known.get(client);
  if (found !== undefined) return found;
  const watched = new Map<string, Watched>();
  known.set(client, watched);
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    const touched = [...watched].filter(([uri]) => isPartOf(params.uri, uri));
    for (const { onUpdate } of touched.flatMap(([, { watchers }]) => [...watchers])) onUpdate();
  });
  return watched;
}

/**
 * What a server tells of may be a sub-resource of what was subscribed to. The specification does not say what that is,
 * so it is what lies below it by its address:
 * https://modelcontextprotocol.io/specification/2025-11-25/schema (ResourceUpdatedNotificationParams)
 */
function isPartOf(uri: string, whole: string): boolean {
  if (!uri.startsWith(whole)) return false;
  return uri.length === whole.length || whole.endsWith('/') || /^[/?#]/.test(uri.slice(whole.length));
}

/** Since 2026 a stream is listened to; before, the server was told a list of what to speak up about. */
async function subscribe(
  client: Client,
  uri: string,
  { signal, ...options }: Pick<WatchResourceOptions, 'clock' | 'limits' | 'signal'>,
): Promise<() => void> {
  if (client.getProtocolEra() === 'modern') {
    const over = new AbortController();
    const stop = () => over.abort('over');
    signal.addEventListener('abort', stop, { once: true });
    try {
      const subscription = await client.listen({ resourceSubscriptions: [uri] }, { signal: over.signal });
      void keepListening(client, subscription, { ...options, signal: over.signal });
      return stop;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
  await client.subscribeResource({ uri }, { signal });
  return () => void client.unsubscribeResource({ uri }).catch(() => {});
}
