import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { ReplyNames } from '../client-request.ts';

/** The writer adds the `sequence_number`, counting from 0. */
export type StreamEvent = { readonly [key: string]: unknown } & {
  readonly type: ResponseStreamEvent['type'];
};

export interface NativizeReplyOptions extends ReplyNames {
  readonly request?: JsonObject;
}
