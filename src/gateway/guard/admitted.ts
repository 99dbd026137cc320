import type { JsonValue } from '../../converser/ground/json/json.ts';
import type { Asked } from '../asked.ts';
import type { Client } from './client-keys.ts';
import type { ClientModels } from './client-models.ts';

/** What the guard has let in. */
export interface Admitted {
  readonly asked: Asked;
  readonly client: Client;
  readonly keyId: string;
  readonly revoked: AbortSignal;
  /** Aborts when the client has its answer or leaves, when its key is revoked, and when the gateway closes. */
  readonly over: AbortSignal;
  readonly models: ClientModels;
  /** `undefined` if the body is empty. The body itself is read already. */
  readonly body: JsonValue | undefined;
}
