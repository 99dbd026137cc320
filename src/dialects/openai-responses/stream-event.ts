import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { ClientTool } from '../client-request.ts';

/** An event without its `sequence_number`, which the writer adds, counting from 0. */
export type StreamEvent = { readonly [key: string]: unknown } & {
  readonly type: ResponseStreamEvent['type'];
};

export interface NativizeReplyOptions {
  /** The id of the response. Must be unique, because clients identify responses by it. */
  readonly id: string;
  /** The model as the client named it. */
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** A new id for each call. */
  readonly nextCallId: () => string;
  /** How the client knows its tools, where that differs from how models know them. */
  readonly clientTools?: ReadonlyMap<string, ClientTool>;
  /** The client's own request, of which each response repeats the settings. */
  readonly request?: JsonObject;
}
