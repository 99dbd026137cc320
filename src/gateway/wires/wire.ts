import type { InGroups } from '../../converser/ground/async/in-groups.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';
import type { ClientRequest } from '../../dialects/client-request.ts';

/** A vendor's API, as its clients speak it. */
export interface Wire {
  /** Where its clients post their requests. */
  readonly path: string;
  /** What tells a client that waits for a silent model that the connection is alive. */
  readonly ping: string;
  /** Whether a reply that is whole ends with this item, but for what the wire itself adds. */
  readonly isLast: (data: object) => boolean;
  /** Throws `bad-arguments`, with the path of what is wrong. */
  read(body: unknown, options: ReadOptions): Exchange;
}

export interface ReadOptions {
  readonly timestamp: string;
  readonly headers: Headers;
  /** The name of the client that asks. */
  readonly client: string;
}

/** One request of a client, and how its reply is written. */
export interface Exchange {
  readonly request: ClientRequest;
  /** The items of a stream, from the first to the last. Those of events that came together are together, too. */
  stream(events: AsyncIterable<ModelEvent>, ids: ReplyIds): InGroups<StreamItem>;
  /** What `JSON.stringify` makes of an item's data, sooner. Default: that itself. */
  readonly json?: (data: object) => string;
  /** The same items as one body, for clients that do not stream. */
  whole(items: AsyncIterable<StreamItem>): Promise<object>;
}

export interface ReplyIds {
  /** For the reply and for each call in it. Clients identify them by it, so none is used twice. */
  readonly next: (prefix: string) => string;
  readonly now: Date;
}

export interface StreamItem {
  /** The name of the event, on wires that have names. */
  readonly event?: string;
  /** JSON, or a word of the wire such as `[DONE]`. */
  readonly data: object | string;
}

/** A line that every reader of server-sent events leaves out. */
export const silentPing = ': ping\n\n';
