import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { ClientTool } from '../client-request.ts';

/** The writer adds the `sequence_number`, counting from 0. */
export type StreamEvent = { readonly [key: string]: unknown } & {
  readonly type: ResponseStreamEvent['type'];
};

export interface NativizeReplyOptions {
  readonly id: string;
  readonly model: string;
  readonly created: number;
  readonly nextCallId: () => string;
  readonly clientTools?: ReadonlyMap<string, ClientTool>;
  readonly request?: JsonObject;
}
