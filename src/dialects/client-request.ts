import { errors } from '../converser/errors.ts';
import { isJsonObject, type JsonObject } from '../converser/json/json.ts';
import type { ModelRequest } from '../converser/models/provider.ts';

/** What a client asks for. */
export interface ClientRequest extends ModelRequest {
  readonly model: string;
  /** Whether the client wants the reply as a stream. */
  readonly stream: boolean;
}

/** The body of a client's request. Throws `bad-arguments` if it is not an object with a model. */
export function checkedBody(body: unknown): JsonObject & { readonly model: string } {
  if (!isJsonObject(body)) throw errors.badArguments('The body must be a JSON object.');
  const { model } = body;
  if (typeof model !== 'string') throw errors.badArguments('model: must be a string.');
  return { ...body, model };
}
