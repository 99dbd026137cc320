import type { InGroups } from '../../converser/ground/async/flow.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';
import type { ClientRequest, ReplyNames } from '../../dialects/client-request.ts';
import type { AskedHeaders } from '../asked.ts';

export interface Wire {
  readonly path: string;
  readonly ping: string;
  /** What the ids of its replies and of their calls begin with. */
  readonly idPrefixes: { readonly reply: string; readonly call: string };
  readonly isLast: (data: object) => boolean;
  /** Throws `bad-arguments`, with the path of what is wrong. */
  read(body: unknown, options: ReadOptions): Exchange;
}

export interface ReadOptions {
  readonly timestamp: string;
  readonly headers: AskedHeaders;
  readonly client: string;
}

export interface Exchange {
  readonly request: ClientRequest;
  /** The client's own events. */
  stream(events: AsyncIterable<ModelEvent>, names: ReplyNames): InGroups<object>;
  /** One of them as server-sent events have it. */
  readonly write: (event: object) => string;
  /** What a stream ends with, after all events were written. */
  readonly end?: () => string;
  whole(events: AsyncIterable<object>): Promise<object>;
}

/** Readers of server-sent events leave this line out. */
export const silentPing = ': ping\n\n';
