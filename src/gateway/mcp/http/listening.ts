import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import { createAnnouncer } from '../announcer.ts';
import type { ResourceUpdates } from '../library/resource-updates.ts';
import { createSubscriptions, mostSubscriptions } from '../subscriptions.ts';

/** In the protocol of 2026, a client hears of changes on streams, which share what they are told. */
export interface Listening extends Disposable {
  /** Takes out what can't be followed, so that the client reads which changes it will hear of, until its stream ends. */
  begin(body: JsonValue | undefined, signal: AbortSignal): Promise<Begun>;
}

interface Begun {
  readonly parsedBody: JsonValue | undefined;
  readonly onEnd: () => void;
}

export interface ListeningOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly announce: (uri: string) => void;
}

/** In milliseconds, for the MCP servers behind. */
const patience = 10_000;

/** Further streams of a client hear of lists only. */
const mostStreams = 32;

export function createListening(updates: ResourceUpdates, { clock, announce }: ListeningOptions): Listening {
  // All streams get what is announced, so it is announced once.
  const announcer = createAnnouncer(clock, announce);
  const streams = new Set<Disposable>();

  async function follow(wanted: readonly string[], signal: AbortSignal) {
    const subscriptions = createSubscriptions(updates, announcer.note);
    streams.add(subscriptions);
    const enough = new AbortController();
    const stopWaiting = clock.after(patience, () => enough.abort());
    const limit = AbortSignal.any([signal, enough.signal]);
    const followed = await Promise.all(
      wanted.map(async uri => {
        const added = await orAborted(
          subscriptions.add(uri, limit).then(
            () => true,
            () => false,
          ),
          limit,
        );
        if (added === aborted) subscriptions.remove(uri);
        return added === true ? [uri] : [];
      }),
    );
    stopWaiting();
    const onEnd = () => {
      streams.delete(subscriptions);
      subscriptions.dispose();
    };
    return { followed: followed.flat(), onEnd };
  }

  return {
    async begin(body, signal) {
      const wanted = wantedIn(body);
      if (wanted.length === 0) return { parsedBody: body, onEnd: () => {} };
      const canFollow = updates.areOffered() && streams.size < mostStreams;
      const first = canFollow ? wanted.slice(0, mostSubscriptions) : [];
      const { followed, onEnd } = await follow(first, signal);
      return { parsedBody: withOnly(followed, body), onEnd };
    },
    dispose() {
      for (const each of streams) each.dispose();
      announcer.dispose();
    },
  };
}

/** Leaves unreadable requests to the library, which refuses them. */
function wantedIn(body: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(body) || body.method !== 'subscriptions/listen') return [];
  const { notifications } = isJsonObject(body.params) ? body.params : {};
  const uris = isJsonObject(notifications) ? notifications.resourceSubscriptions : undefined;
  if (!Array.isArray(uris) || !uris.every(uri => typeof uri === 'string')) return [];
  return [...new Set(uris)];
}

function withOnly(resourceSubscriptions: readonly string[], body: JsonValue | undefined): JsonValue {
  const request = body as JsonObject & { readonly params: { readonly notifications: JsonObject } };
  const notifications = { ...request.params.notifications, resourceSubscriptions };
  return { ...request, params: { ...request.params, notifications } };
}
