import type { Client } from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import { perObject } from '../../../converser/ground/object-memory.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { type KeepListeningOptions, keepListening } from '../connection/keep-listening.ts';

export interface WatchResourceOptions extends Pick<KeepListeningOptions, 'clock' | 'limits'> {
  readonly server: string;
  readonly onUpdate: () => void;
  readonly signal: AbortSignal;
}

export async function watchResource(
  client: Client,
  uri: string,
  { server, onUpdate, ...options }: WatchResourceOptions,
): Promise<Disposable> {
  if (client.getServerCapabilities()?.resources?.subscribe !== true) {
    throw serverErrors.notOffered(server, 'to watch its resources');
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

interface Watched {
  readonly watchers: Set<{ readonly onUpdate: () => void }>;
  readonly stop: Promise<() => void>;
}

const watchedOf = perObject((client: Client): Map<string, Watched> => {
  const watched = new Map<string, Watched>();
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    const touched = [...watched].filter(([uri]) => isPartOf(params.uri, uri));
    for (const { onUpdate } of touched.flatMap(([, { watchers }]) => [...watchers])) onUpdate();
  });
  return watched;
});

/** It leaves sub-resources undefined: https://modelcontextprotocol.io/specification/2025-11-25/schema */
function isPartOf(uri: string, whole: string): boolean {
  if (!uri.startsWith(whole)) return false;
  return uri.length === whole.length || whole.endsWith('/') || /^[/?#]/.test(uri.slice(whole.length));
}

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
